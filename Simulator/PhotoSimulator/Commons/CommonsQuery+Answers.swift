/// The parts of an answer beside the pages: lists, and information about the wiki itself.
extension CommonsQuery {
    mutating func addLists() throws(CommonsFailure) {
        for list in arguments.pipes("list").withoutRepetitions where continuation.runs(list) {
            switch list {
            case "search":
                let found = try search("sr")
                let info = WikiValue.object([("totalhits", .whole(found.total))])
                rest["searchinfo"] = info
                rest["search"] = .list(found.files.map(hit))
                if let next = found.next { continuation.goOn(list, "sroffset", "\(next)") }
            case "geosearch":
                rest[list] = .list(try geosearch("gs").map(neighbour))
            case "categorymembers":
                let found = try categoryMembers("cm")
                rest[list] = .list(found.pages.map { .object($0.members) })
                if let next = found.next { continuation.goOn(list, "cmcontinue", next) }
            default:
                let found = try allImages("ai")
                let info = try CommonsImageInfo(call, prefix: "ai", usual: ["timestamp", "url"])
                rest[list] = .list(
                    found.files.map { file in
                        var members = WikiMembers([("name", .text(file.key))])
                        members.add(info.members(of: file))
                        members["ns"] = .whole(6)
                        members["title"] = .text(file.title)
                        return .object(members)
                    })
                if let next = found.next { continuation.goOn(list, "aicontinue", next) }
            }
        }
    }

    /// A result of a search; only its name where `srprop` is empty.
    private func hit(_ file: CommonsFile) -> WikiValue {
        guard arguments.values["srprop"]?.isEmpty != true else {
            return .object([
                ("ns", .whole(6)), ("title", .text(file.title)), ("pageid", .whole(file.pageID)),
            ])
        }
        return .object([
            ("ns", .whole(6)), ("title", .text(file.title)), ("pageid", .whole(file.pageID)),
            ("size", .whole(500 + file.photo.description.utf8.count)), ("wordcount", .whole(80)),
            ("snippet", .text(WikiTitle.escapedHTML(String(file.photo.description.prefix(80))))),
            ("timestamp", .text(CivilDate.iso(file.photo.updated))),
        ])
    }

    private func neighbour(_ found: Neighbour) -> WikiValue {
        .object([
            ("pageid", .whole(found.file.pageID)), ("ns", .whole(6)), ("title", .text(found.file.title)),
            ("lat", .number(found.position.latitude)), ("lon", .number(found.position.longitude)),
            ("dist", .number((found.metres * 10).rounded() / 10)), ("primary", .flag(found.isPrimary)),
        ])
    }

    mutating func addMeta() {
        for kind in arguments.pipes("meta").withoutRepetitions where continuation.runs(kind) {
            if kind == "siteinfo" { addSiteInfo() } else { rest["userinfo"] = userInfo }
        }
    }

    private mutating func addSiteInfo() {
        let asked = arguments.pipes("siprop")
        let wanted = asked.isEmpty ? ["general"] : asked
        if wanted.contains("general") {
            rest["general"] = .object([
                ("mainpage", .text("Main Page")), ("base", .text("https://commons.wikimedia.org/wiki/Main_Page")),
                ("sitename", .text("Wikimedia Commons")), ("generator", .text("MediaWiki 1.46.0-wmf.1")),
                ("case", .text("first-letter")), ("lang", .text("en")), ("timezone", .text("UTC")),
                ("timeoffset", .whole(0)), ("time", .text(CivilDate.iso(call.now))),
                ("articlepath", .text("/wiki/$1")), ("scriptpath", .text("/w")), ("script", .text("/w/index.php")),
                ("server", .text("//commons.wikimedia.org")), ("wikiid", .text("commonswiki")),
            ])
        }
        guard wanted.contains("namespaces") else { return }
        let names = [
            (-2, "Media"), (-1, "Special"), (0, ""), (1, "Talk"), (2, "User"), (3, "User talk"), (6, "File"),
            (7, "File talk"), (14, "Category"), (15, "Category talk"),
        ]
        rest["namespaces"] = .object(
            names.map { id, name in
                (
                    "\(id)",
                    .object([
                        ("id", .whole(id)), ("case", .text("first-letter")), (call.isOld ? "*" : "name", .text(name)),
                        ("subpages", .flag(id % 2 != 0)), ("canonical", .text(name)), ("content", .flag(id == 0)),
                    ])
                )
            })
    }

    private var userInfo: WikiValue {
        var members = WikiMembers([("id", .whole(0)), ("name", .text("127.0.0.1")), ("anon", .flag(true))])
        let wanted = arguments.pipes("uiprop")
        if wanted.contains("groups") { members["groups"] = .list([.text("*")]) }
        if wanted.contains("rights") { members["rights"] = .list([.text("read"), .text("createaccount")]) }
        return .object(members)
    }
}
