/// Which watch is of which folder. A watch belongs to the folder, and goes on where the folder is moved, with those of
/// all below it: then their paths are known no longer.
struct WatchedFolders: Sendable {
    private let watch: FolderWatch
    private var byNumber: [Int32: [UInt8]] = [:]
    /// Of folders whose paths were forgotten.
    private var former: Set<Int32> = []
    /// Why a folder could not be watched, in words; nil while all are.
    private(set) var refusal: String?

    init(_ watch: FolderWatch) { self.watch = watch }

    var paths: Set<[UInt8]> { Set(byNumber.values) }

    func path(of number: Int32) -> [UInt8]? { byNumber[number] }

    mutating func add(_ path: [UInt8], _ folder: DiskFolder) {
        do throws(FolderWatch.Refusal) {
            byNumber[try watch.add(folder)] = path
        } catch {
            refusal =
                switch error {
                case .tooMany: "the system allows no more watches"
                case .failed(let text): text
                }
        }
    }

    /// The folder is there no longer, and its watch has ended.
    mutating func forget(_ number: Int32) {
        byNumber[number] = nil
        former.remove(number)
    }

    /// Forgets all paths: everything is looked at, and tried to be watched, once more.
    mutating func begin() {
        forget(from: [[]])
        refusal = nil
    }

    /// Forgets the paths of the folders that were at `paths`, and of all below: where they are now, a scan adds them
    /// again.
    mutating func forget(from paths: [[UInt8]]) {
        guard !paths.isEmpty else { return }
        let tops = Set(paths)
        for (number, path) in byNumber where path.isAt(oneOf: tops) {
            byNumber[number] = nil
            former.insert(number)
        }
    }

    /// Ends the watches of folders that were not found again.
    mutating func endFormer() {
        for number in former where byNumber[number] == nil { watch.remove(number) }
        former = []
    }
}
