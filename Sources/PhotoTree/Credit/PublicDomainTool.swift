/// Creative Commons' two marks of works that nobody holds rights to.
enum PublicDomainTool: String, Sendable {
    case zero = "CC0 1.0"
    case mark = "Public Domain Mark 1.0"

    var url: String {
        switch self {
        case .zero: "https://creativecommons.org/publicdomain/zero/1.0/"
        case .mark: "https://creativecommons.org/publicdomain/mark/1.0/"
        }
    }
}
