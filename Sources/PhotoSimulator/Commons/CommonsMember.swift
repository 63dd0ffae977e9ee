/// Something that is filed under a category.
struct CommonsMember {
    var page: WikiPage
    /// Unix seconds, of when it was filed.
    var filed: Int64
    var key: String
    var type: String

    /// By the sort asked for, ascending. Sorted by time it is every kind of page whatever types are asked for (documented:
    /// "ignored when cmsort=timestamp is set"), so that a category with a few files shows one below it too.
    static func members(
        of key: String, _ index: CommonsIndex, sort: String, types: [String], newestCategories: Int = 0
    ) -> [CommonsMember] {
        let files = index.byCategory[key] ?? []
        var members = files.map { file in
            CommonsMember(page: .file(file), filed: file.uploaded, key: file.key.uppercased(), type: "file")
        }
        for redirect in index.redirects.values where files.contains(where: { $0.pageID == redirect.target.pageID }) {
            members.append(
                CommonsMember(
                    page: .redirect(redirect), filed: redirect.target.uploaded - 1,
                    key: WikiTitle.key(redirect.name).uppercased(), type: "file"))
        }
        for number in 0..<newestCategories {
            let name = "\(key.replacing("_", with: " ")) \(number)"
            members.append(
                CommonsMember(
                    page: .category(name), filed: (files.first?.uploaded ?? 0) + Int64(number) + 1,
                    key: WikiTitle.key(name).uppercased(), type: "subcat"))
        }
        if files.count > 2, let oldest = files.last {
            let name = "\(key.replacing("_", with: " ")) by month"
            members.append(
                CommonsMember(
                    page: .category(name), filed: oldest.uploaded - 3600, key: WikiTitle.key(name).uppercased(),
                    type: "subcat"))
        }
        guard sort != "timestamp" else {
            return members.sorted { ($0.filed, $0.page.id ?? 0) < ($1.filed, $1.page.id ?? 0) }
        }
        let order = ["page", "subcat", "file"]
        let wanted = types.isEmpty ? order : types
        return members.filter { wanted.contains($0.type) }.sorted { first, second in
            (order.firstIndex(of: first.type) ?? 0, first.key) < (order.firstIndex(of: second.type) ?? 0, second.key)
        }
    }

    /// What a continued list begins at.
    func place(_ sort: String) -> String {
        guard sort != "timestamp" else { return "\(CivilDate.database(filed))|\(page.id ?? 0)" }
        let digits = key.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(type)|\(digits)|\(page.id ?? 0)"
    }
}

extension CommonsFile {
    /// Camera first.
    var positions: [(file: CommonsFile, position: SimulatedPosition, isPrimary: Bool)] {
        let camera = photo.position.map { (file: self, position: $0, isPrimary: true) }
        let object = photo.commons?.objectPosition.map { (file: self, position: $0, isPrimary: false) }
        return [camera, object].compactMap { $0 }
    }

    /// When the present version was, in Unix seconds.
    var uploaded: Int64 {
        photo.uploaded + Int64(photo.version) * 3600
    }
}
