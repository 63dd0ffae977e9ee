import Synchronization

/// The properties of the pages of a query.
extension CommonsQuery {
    /// The most thumbnails made for one answer (ApiQueryImageInfo's limit).
    private static let mostThumbnails = 50

    mutating func describePages() throws(CommonsFailure) {
        for property in properties where continuation.runs(property) {
            switch property {
            case "imageinfo": try tellImageInfo()
            case "coordinates": try tellCoordinates()
            case "categories": try tellCategories()
            case "categoryinfo": tellCategoryInfo()
            case "links": tellLinks()
            default: tellInfo()
            }
        }
    }

    /// The files among the pages, with the pages' indices.
    private var files: [(place: Int, file: CommonsFile)] {
        pages.enumerated().compactMap { place, entry in entry.page.file.map { (place, $0) } }
    }

    /// The same, with pages that only redirect to files.
    private var shownFiles: [(place: Int, file: CommonsFile)] {
        pages.enumerated().compactMap { place, entry in entry.page.shownFile.map { (place, $0) } }
    }

    // MARK: imageinfo

    private mutating func tellImageInfo() throws(CommonsFailure) {
        let info = try CommonsImageInfo(call)
        for (place, file) in shownFiles where file.photo.commons?.hasNoFile == true {
            tell(place, "imagerepository", .text(""))
        }
        var files = shownFiles.filter { $0.file.photo.commons?.hasNoFile != true }.sorted { $0.file.key < $1.file.key }
        if files.count == 1, let only = files.first {
            if info.makesThumbnails, only.file.width == 0 { throw .unmeasured(only.file) }
            note([only.file], info)
            tellVersions(of: only.file, at: only.place, info)
            return
        }
        if let given = arguments["iicontinue"] {
            guard let bar = given.lastIndex(of: "|") else { throw .badContinue }
            files = files.filter { $0.file.key >= given[..<bar] }
        }
        let thumbnails = info.makesThumbnails ? Self.mostThumbnails : .max
        // Who sent a file, and when, stands in a table; an answer grows large by addresses and texts.
        let most = info.isLong ? max(1, min(thumbnails, call.behaviour.imageInfosPerAnswer)) : .max
        if info.makesThumbnails, let bad = files.prefix(most).first(where: { $0.file.width == 0 }) {
            throw .unmeasured(bad.file)
        }
        note(files.prefix(most).map(\.file), info)
        for (place, file) in files.prefix(most) {
            tell(place, "imagerepository", .text("local"))
            tell(place, "imageinfo", .list([.object(info.members(of: file))]))
        }
        if let next = files.dropFirst(most).first {
            continuation.goOn(
                "imageinfo", "iicontinue", "\(next.file.key)|\(CivilDate.compact(next.file.uploaded))")
        }
    }

    /// Counts the pages whose texts had to be made for this answer.
    private mutating func note(_ files: [CommonsFile], _ info: CommonsImageInfo) {
        guard info.tellsTexts, call.behaviour.parsingInMilliseconds > 0 else { return }
        let pages = Set(files.map { "\($0.pageID) \($0.photo.updated) \($0.photo.version) \($0.photo.title)" })
        pagesParsed += call.library.parsedPages.withLock { known in
            let new = pages.subtracting(known)
            known.formUnion(new)
            return new.count
        }
    }

    /// The versions of a single file: continued answers list its former images.
    private mutating func tellVersions(of file: CommonsFile, at place: Int, _ info: CommonsImageInfo) {
        let start = arguments["iistart"].flatMap { CivilDate.seconds($0.replacing("Z", with: "")) } ?? .max
        let limit = max(1, arguments["iilimit"] == "max" ? 500 : arguments.number("iilimit") ?? 1)
        let versions = (0...max(0, file.photo.version)).reversed().filter { version in
            file.photo.uploaded + Int64(version) * 3600 <= start
        }
        tell(place, "imagerepository", .text("local"))
        tell(place, "imageinfo", .list(versions.prefix(limit).map { .object(info.members(of: file, version: $0)) }))
        if let next = versions.dropFirst(limit).first {
            continuation.goOn("imageinfo", "iistart", CivilDate.iso(file.photo.uploaded + Int64(next) * 3600))
        }
    }

    // MARK: coordinates

    private mutating func tellCoordinates() throws(CommonsFailure) {
        let limit = try limit("colimit", "coordinates")
        let primary = arguments["coprimary"] ?? "primary"
        guard ["primary", "secondary", "all"].contains(primary) else { throw .unrecognized("coprimary", primary) }
        var rows: [(place: Int, row: String, members: WikiValue)] = []
        for place in pages.indices {
            guard case .category(let name) = pages[place].page, let id = pages[place].page.id,
                let position = call.behaviour.categoryPositions[name]
            else { continue }
            let members = WikiValue.object([
                ("lat", .number(position.latitude)), ("lon", .number(position.longitude)), ("primary", .flag(true)),
                ("globe", .text("earth")),
            ])
            rows.append((place, "\(id)|\(id * 2)", members))
        }
        for (place, file) in files.sorted(by: { $0.file.pageID < $1.file.pageID }) {
            for entry in file.positions where primary == "all" || (primary == "primary") == entry.isPrimary {
                let members = WikiValue.object([
                    ("lat", .number(entry.position.latitude)), ("lon", .number(entry.position.longitude)),
                    ("primary", .flag(entry.isPrimary)), ("globe", .text("earth")),
                ])
                rows.append((place, "\(file.pageID)|\(file.pageID * 2 + (entry.isPrimary ? 0 : 1))", members))
            }
        }
        try tell("coordinates", "cocontinue", limit, rows)
    }

    // MARK: categories

    private mutating func tellCategories() throws(CommonsFailure) {
        let limit = try limit("cllimit", "categories")
        let shown = arguments.pipes("clshow")
        let adds = arguments.pipes("clprop")
        var rows: [(place: Int, row: String, members: WikiValue)] = []
        for (place, file) in files.sorted(by: { $0.file.pageID < $1.file.pageID }) {
            let open = shown.contains("hidden") ? [] : file.categories.map { ($0, false) }
            let hidden = shown.contains("!hidden") ? [] : file.hiddenCategories.map { ($0, true) }
            for (name, isHidden) in (open + hidden).sorted(by: { $0.0 < $1.0 }) {
                var members = WikiMembers([("ns", .whole(14)), ("title", .text("Category:\(name)"))])
                if adds.contains("hidden") { members["hidden"] = .flag(isHidden) }
                if adds.contains("timestamp") { members["timestamp"] = .text(CivilDate.iso(file.photo.uploaded)) }
                rows.append((place, "\(file.pageID)|\(WikiTitle.key(name))", .object(members)))
            }
        }
        let only = arguments.pipes("clcategories")
        for place in pages.indices where !shown.contains("!hidden") {
            guard case .category(let name) = pages[place].page, call.behaviour.templateRedirects[name] != nil,
                only.isEmpty || only.contains(Self.redirectCategory)
            else { continue }
            let members = WikiValue.object([("ns", .whole(14)), ("title", .text(Self.redirectCategory))])
            rows.append((place, "\(WikiTitle.key(name))|Category_redirects", members))
        }
        try tell("categories", "clcontinue", limit, rows)
    }

    /// Adds a table's rows to the pages, beginning where the answer before stopped.
    private mutating func tell(
        _ property: String, _ parameter: String, _ limit: Int, _ rows: [(place: Int, row: String, members: WikiValue)]
    ) throws(CommonsFailure) {
        var rows = rows[...]
        if let given = arguments[parameter] {
            guard let start = rows.firstIndex(where: { $0.row == given }) else { throw .badContinue }
            rows = rows[start...]
        }
        var lists: [Int: [WikiValue]] = [:]
        for row in rows.prefix(limit) { lists[row.place, default: []].append(row.members) }
        for (place, list) in lists { tell(place, property, .list(list)) }
        if let next = rows.dropFirst(limit).first { continuation.goOn(property, parameter, next.row) }
    }

    /// The maintenance category of categories with the template `{{Category redirect}}`.
    private static let redirectCategory = "Category:Category redirects"

    /// The links of such a category: to its target.
    private mutating func tellLinks() {
        let namespaces = arguments.pipes("plnamespace")
        for place in pages.indices where namespaces.isEmpty || namespaces.contains("14") {
            guard case .category(let name) = pages[place].page, let target = call.behaviour.templateRedirects[name]
            else { continue }
            tell(place, "links", .list([.object([("ns", .whole(14)), ("title", .text("Category:\(target)"))])]))
        }
    }

    // MARK: info

    private mutating func tellInfo() {
        let adds = arguments.pipes("inprop")
        for place in pages.indices {
            let page = pages[place].page
            if case .redirect = page { tell(place, "redirect", .flag(true)) }
            guard page.file != nil || page.isCategory else { continue }
            tell(place, "contentmodel", .text("wikitext"))
            tell(place, "pagelanguage", .text("en"))
            if let file = page.file {
                tell(place, "touched", .text(CivilDate.iso(file.photo.updated)))
                tell(place, "lastrevid", .whole(file.pageID + 7))
                tell(place, "length", .whole(500 + file.photo.description.utf8.count))
            }
            if adds.contains("protection") { tell(place, "protection", .list([])) }
            if adds.contains("url"), let file = page.file { tell(place, "fullurl", .text(file.pageAddress)) }
        }
    }

    private mutating func tellCategoryInfo() {
        for place in pages.indices {
            guard case .category(let name) = pages[place].page else { continue }
            let files = index.byCategory[WikiTitle.key(name)]?.count ?? 0
            let named = call.behaviour.subcategories.first { WikiTitle.key($0.key) == WikiTitle.key(name) }
            let below = named?.value.count ?? (files > 2 ? 1 : 0)
            tell(
                place, "categoryinfo",
                .object([
                    ("size", .whole(files + below)), ("pages", .whole(0)), ("files", .whole(files)),
                    ("subcats", .whole(below)), ("hidden", .flag(false)),
                ]))
        }
    }
}

extension WikiPage {
    var isCategory: Bool {
        if case .category = self { true } else { false }
    }
}
