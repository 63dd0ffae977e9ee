/// A member of a category.
struct CommonsMember {
    var page: WikiPage
    /// When it was filed, in Unix seconds.
    var filed: Int64
    var key: String
    var type: String

    /// The members by the requested sort, ascending. Sorted by time, the list has every kind of page whatever types are
    /// requested (documented: "ignored when cmsort=timestamp is set"), so a category with a few files also shows a
    /// subcategory.
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

    /// The text that continues a list at this member.
    func place(_ sort: String) -> String {
        guard sort != "timestamp" else { return "\(CivilDate.database(filed))|\(page.id ?? 0)" }
        let digits = key.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(type)|\(digits)|\(page.id ?? 0)"
    }
}

extension CommonsFile {
    /// The positions of the file, the camera's first.
    var positions: [(file: CommonsFile, position: SimulatedPosition, isPrimary: Bool)] {
        let camera = photo.position.map { (file: self, position: $0, isPrimary: true) }
        let object = photo.commons?.objectPosition.map { (file: self, position: $0, isPrimary: false) }
        return [camera, object].compactMap { $0 }
    }

    /// When the present version was uploaded, in Unix seconds.
    var uploaded: Int64 {
        photo.uploaded + Int64(photo.version) * 3600
    }
}
