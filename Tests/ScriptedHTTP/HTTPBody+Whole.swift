public import HTTP

extension HTTPBody {
    /// The whole body.
    public func collect() async throws(HTTPError) -> [UInt8] {
        var whole: [UInt8] = []
        while let piece = try await next() {
            whole += piece
        }
        return whole
    }
}
