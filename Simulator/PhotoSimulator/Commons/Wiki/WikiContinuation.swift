/// How an answer says what comes next (mediawiki.org, API:Continue).
///
/// Properties are finished for one batch of pages before the generator goes on to the next. Until then `continue`
/// contains the generator's present place and which modules are finished; a caller that sends back only part of it gets
/// other answers.
struct WikiContinuation: Sendable {
    private let modules: [String]
    private let properties: Set<String>
    private let skipped: Set<String>
    let isGeneratorDone: Bool
    /// The generator's present place, as it was given.
    private let place: WikiMembers
    private var unfinished: [(module: String, name: String, value: String)] = []
    private var next: (name: String, value: String)?

    init(_ arguments: Arguments, properties: [String], others: [String]) throws(CommonsFailure) {
        modules = properties + others
        self.properties = Set(properties)
        guard let given = arguments["continue"] else {
            skipped = []
            isGeneratorDone = false
            place = WikiMembers()
            return
        }
        let halves = given.split(separator: "||", omittingEmptySubsequences: false).map(String.init)
        guard halves.count == 2 else { throw .badContinue }
        isGeneratorDone = halves[0] == "-"
        var skipped = Set(halves[1].split(separator: "|").map(String.init))
        if isGeneratorDone { skipped.formUnion(properties) }
        self.skipped = skipped
        let names = isGeneratorDone ? [] : halves[0].split(separator: "|").map(String.init)
        place = WikiMembers(names.compactMap { name in arguments[name].map { (name, .text($0)) } })
    }

    func runs(_ module: String) -> Bool {
        modules.contains(module) && !skipped.contains(module)
    }

    /// A property or list has more than fits into this answer.
    mutating func goOn(_ module: String, _ name: String, _ value: String) {
        unfinished.append((module, name, value))
    }

    /// The generator has another batch of pages.
    mutating func goOn(generatorAt name: String, _ value: String) {
        next = (name, value)
    }

    /// The member `continue`, where there is more, and whether everything about this batch of pages was said.
    var result: (members: WikiMembers?, isBatchComplete: Bool) {
        var members = WikiMembers(unfinished.map { ($0.name, Self.written($0.value)) })
        var finished = modules.filter { module in !unfinished.contains { $0.module == module } }
        let generatorNames: String
        let isBatchComplete: Bool
        if unfinished.contains(where: { properties.contains($0.module) }) {
            members.add(place)
            generatorNames = place.pairs.map(\.name).joined(separator: "|")
            isBatchComplete = false
        } else if let next {
            members[next.name] = Self.written(next.value)
            finished.removeAll { properties.contains($0) }
            generatorNames = next.name
            isBatchComplete = true
        } else {
            generatorNames = "-"
            isBatchComplete = true
        }
        guard !members.isEmpty || generatorNames != "-" else { return (nil, isBatchComplete) }
        members["continue"] = .text(generatorNames + "||" + finished.joined(separator: "|"))
        return (members, isBatchComplete)
    }

    /// Offsets are numbers, all other places are text.
    private static func written(_ place: String) -> WikiValue {
        Int(place).map { .whole($0) } ?? .text(place)
    }
}
