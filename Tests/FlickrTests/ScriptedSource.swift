import Flickr
import PhotoTree
import ScriptedHTTP
import Testing

extension ScriptedTransport.Call {
    var method: String { arguments["method"] ?? "" }
    var page: Int { arguments["page"].flatMap { Int($0) } ?? 0 }
}

extension FlickrSource {
    static let testKeyText = "5ec1e7c0ffee5ec1e7c0ffee5ec1e7c0"

    init(
        _ transport: ScriptedTransport, endpoints: FlickrEndpoints = .live, listingTime: Duration = .seconds(1_000)
    ) throws {
        self.init(
            transport: transport, key: try #require(APIKey(Self.testKeyText)), endpoints: endpoints,
            listingTime: listingTime)
    }

    /// A source that is told the same by every method.
    static func told(_ reply: ScriptedTransport.Reply) throws -> FlickrSource {
        try FlickrSource(ScriptedTransport { _ in reply })
    }
}

extension PhotoQuery {
    static func tag(_ tag: String, limit: Int = 50, page: Int = 1) -> PhotoQuery {
        PhotoQuery(subject: .tag(tag), limit: limit, page: page)
    }
}
