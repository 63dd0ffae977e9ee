internal import PhotoTree

/// The folders below where another disk is mounted, or was. What lies on a disk that is not there is not gone.
struct MountsBelow {
    private let root: any PictureFolder
    private let index: PhotoIndex
    private var known: Set<[UInt8]>
    private var isAway: [[UInt8]: Bool] = [:]

    init(_ root: any PictureFolder, _ index: PhotoIndex) {
        (self.root, self.index) = (root, index)
        known = (try? index.mounts()) ?? []
    }

    /// Notes which disk a folder lies on.
    ///
    /// - Returns: Whether it is the empty place of a disk that is not there.
    mutating func enter(_ path: [UInt8], _ folder: any PictureFolder, isEmpty: Bool) throws -> Bool {
        guard !path.isEmpty, known.contains(path) || folder.status?.device != root.status?.device else { return false }
        let above = try? root.folder(at: path.pathFolder.pathNames).status?.device
        let isForeign = folder.status?.device != above
        if isForeign != known.contains(path), isForeign || !isEmpty {
            try index.note(mount: path, isThere: isForeign)
            if isForeign { known.insert(path) } else { known.remove(path) }
        }
        isAway[path] = nil
        return known.contains(path) && !isForeign
    }

    /// Whether the path lies on a disk that is not there.
    mutating func isAway(_ path: [UInt8]) -> Bool {
        for mount in known where path.isAt(mount) && isMountAway(mount) { return true }
        return false
    }

    /// Those that are not there.
    var away: [[UInt8]] {
        mutating get {
            var found: [[UInt8]] = []
            for mount in known where isMountAway(mount) { found.append(mount) }
            return found.sorted { $0.lexicographicallyPrecedes($1) }
        }
    }

    private mutating func isMountAway(_ path: [UInt8]) -> Bool {
        if let known = isAway[path] { return known }
        var answer = true
        if let folder = try? root.folder(at: path.pathNames), let names = try? folder.names() {
            let above = try? root.folder(at: path.pathFolder.pathNames).status?.device
            answer = folder.status?.device == above && names.areHidden
        }
        isAway[path] = answer
        return answer
    }
}

extension [[UInt8]] {
    /// Whether none of these names is looked at. People mark with such files that no disk is there, and file managers
    /// note there how a folder is shown.
    var areHidden: Bool { allSatisfy { $0.first == UInt8(ascii: ".") } }
}

extension [UInt8] {
    /// Whether it lies in a folder that is not looked at, or is one.
    var isHidden: Bool { pathNames.contains { $0.first == UInt8(ascii: ".") } }

    /// Whether this path is `other`, or lies below it.
    func isAt(_ other: [UInt8]) -> Bool {
        other.isEmpty || self == other || starts(with: other) && self[other.count] == UInt8(ascii: "/")
    }

    /// Whether this path is one of `others`, or lies below one.
    func isAt(oneOf others: Set<[UInt8]>) -> Bool {
        var path = self
        while !others.contains(path) {
            guard !path.isEmpty else { return false }
            path = path.pathFolder
        }
        return true
    }
}
