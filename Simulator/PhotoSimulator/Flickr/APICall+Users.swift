/// Users by what they are called.
extension APICall {
    /// By screen name, exactly.
    func userNamed() throws(APIFailure) -> Element {
        guard let name = arguments["username"] else { throw .userNotFound }
        return try user { $0.ownerName == name }
    }

    /// By the address of their photos or profile, with an alias or an identifier.
    func userLookedUp() throws(APIFailure) -> Element {
        let parts = (arguments["url"] ?? "").split(separator: "/").map(String.init)
        guard let kind = parts.firstIndex(where: { ["photos", "people"].contains($0) }), parts.count > kind + 1 else {
            throw .userNotFound
        }
        let name = parts[kind + 1]
        return try user { $0.pathAlias?.lowercased() == name.lowercased() || $0.owner == name }
    }

    private func user(where matches: (SimulatedPhoto) -> Bool) throws(APIFailure) -> Element {
        guard let photo = library.photos.first(where: matches) else { throw .userNotFound }
        return Element(
            "user", [("id", .text(photo.owner)), ("nsid", .text(photo.owner))],
            children: [Element.text("username", photo.ownerName)])
    }
}
