import Testing

@testable import Commons

@Suite struct CommonsEndpointsTests {
    @Test func `the live API is Wikimedia's, over TLS`() {
        #expect(CommonsEndpoints.live.apiBase.hasPrefix("https://commons.wikimedia.org/"))
    }
}
