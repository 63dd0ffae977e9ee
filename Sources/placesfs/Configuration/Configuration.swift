internal import Foundation

/// The settings of a mount from files, environment and options, in one checked value.
struct Configuration: Sendable {
    var sources = SourceSettings()
    var photos = PhotoSettings()
    var maps = MapSettings()
    var files = FileSettings()
    var access = AccessSettings()
    var requests = RequestSettings()
    var hosts = HostSettings()
    /// The given keys and options that only earlier versions had.
    var formerKeys: [String] = []

    /// In the order of help and manual.
    static let groups: [any SettingGroup.Type] = [
        SourceSettings.self, PhotoSettings.self, MapSettings.self, FileSettings.self, AccessSettings.self,
        RequestSettings.self, HostSettings.self,
    ]

    static let settings = groups.flatMap { $0.settings }
    static let rows = Dictionary(settings.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })

    /// The paths that settings name, by key; none that this mount does not use.
    var paths: [ConfigurationKey: String] {
        let groups: [any SettingGroup] = [sources, photos, maps, files, access, requests, hosts]
        var paths = groups.reduce(into: [:]) { all, group in all.merge(group.paths) { $1 } }
        if sources.source != .folder { paths[.from] = nil }
        return paths
    }

    /// What holds when nothing is said.
    init() {}

    /// Applies `assignments`, of which the last one of each key wins, and checks what depends on several keys.
    ///
    /// - Throws: `.usage` or `.configuration`, naming the place of the bad value.
    init(_ assignments: [Assignment]) throws(CommandFailure) {
        for given in assignments {
            try sources.take(given)
            try photos.take(given)
            try maps.take(given)
            try files.take(given)
            try access.take(given)
            try requests.take(given)
            try hosts.take(given)
        }
        // A file is shared by all sources: what a folder of one's own shows is said for that mount.
        photos.isLicenseGiven =
            assignments.last { $0.key == .license }.map { given in
                if case .file = given.origin { return false }
                return true
            } ?? false
        checkKey(assignments)
        try takeFolder(assignments)
        try checkAddresses(assignments)
        if access.allowsRoot, access.allowsOthers, let given = assignments.last(where: { $0.key == .allowRoot }) {
            throw given.reject("allow-other lets root in, too; leave one of the two out")
        }
        if sources.source == .sample || sources.source == .folder { try leaveAddresses(assignments) }
        if sources.apiBase != nil || sources.imageBase != nil {
            sources.source = sources.source ?? .flickr
            sources.mirror = nil
        }
        // At a mirror, a request for what another client is fetching waits for that fetch.
        hosts.isFirstByteTimeoutGiven = assignments.contains { $0.key == .firstByteTimeout }
        if sources.mirror != nil, !hosts.isFirstByteTimeoutGiven {
            hosts.firstByteTimeout = .seconds(20)
        }
    }

    /// Who names a folder on the command line means that folder, whatever source a file names for the other mounts.
    private mutating func takeFolder(_ assignments: [Assignment]) throws(CommandFailure) {
        guard let from = assignments.last(where: { $0.key == .from }), from.origin.isTyped else { return }
        if let source = sources.source, source != .folder,
            let given = assignments.last(where: { $0.key == .source && $0.origin.isTyped })
        {
            throw from.reject(
                "that is a folder of your own, and \(given.origin) says \(source.rawValue); leave one of the two out")
        }
        sources.source = .folder
    }

    /// The sample has no other address. Addresses from a configuration file are ignored, because the file is shared by
    /// all sources.
    private mutating func leaveAddresses(_ assignments: [Assignment]) throws(CommandFailure) {
        for (key, address) in [(ConfigurationKey.apiBase, sources.apiBase), (.imageBase, sources.imageBase)]
        where address != nil {
            guard let given = assignments.last(where: { $0.key == key }) else { continue }
            if case .file = given.origin { continue }
            let name = sources.source == .folder ? "your folder" : "the sample"
            throw given.reject("\(name) is read from files and has no address; leave this out")
        }
        (sources.apiBase, sources.imageBase) = (nil, nil)
    }

    /// Flickr's keys have one form.
    private mutating func checkKey(_ assignments: [Assignment]) {
        guard sources.apiBase == nil, sources.apiKey != nil,
            let given = assignments.last(where: { $0.key == .flickrAPIKey })
        else { return }
        let text = given.value?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        let isWellFormed = text.utf8.count == 32 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !isWellFormed else { return }
        sources.key = .failure(given.rejectKey())
    }

    private func checkAddresses(_ assignments: [Assignment]) throws(CommandFailure) {
        for key in [ConfigurationKey.mirror, .apiBase, .imageBase] {
            guard let given = assignments.last(where: { $0.key == key }), let value = try given.address() else {
                continue
            }
            guard let host = HostName(of: value), !value.contains(where: { "?# ".contains($0) }) else {
                throw given.rejectAddress(value)
            }
            guard value.lowercased().hasPrefix("https:") || sources.allowsPlainHTTP || host.isLoopback else {
                throw given.reject("plain http to \(host.name) can be read on the way; use https or --allow-plain-http")
            }
        }
    }
}
