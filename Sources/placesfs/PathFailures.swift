/// What went wrong with some of the paths that a command was given. The others are worked on nevertheless, as `ls`
/// does.
struct PathFailures {
    /// Whether each failure is printed when it happens. Else the command ends with the only one, and prints it then.
    private let isTold: Bool
    private var last: CommandFailure?
    /// What was printed: one cause, like a dead daemon, may stand in the way of many paths.
    private var told: Set<String> = []

    /// - Parameters:
    ///   - paths: All paths.
    ///   - isTold: Whether the failure of a single path is printed when it happens, too.
    init(of paths: [String], tellingAtOnce isTold: Bool = false) {
        self.isTold = isTold || paths.count > 1
    }

    mutating func add(_ failure: CommandFailure) {
        if isTold, told.insert(failure.line).inserted { Output.complaint(failure.line) }
        last = failure
    }

    /// Notes a failure that is printed already.
    mutating func addTold(_ failure: CommandFailure) { last = failure }

    /// Ends the command, if anything failed, with the status of what failed last.
    func end() throws(CommandFailure) {
        guard let last else { return }
        if isTold { Output.end(last.status) }
        throw last
    }
}
