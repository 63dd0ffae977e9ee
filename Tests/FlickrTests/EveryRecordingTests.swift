import HTTP
import PhotoTree
import ScriptedHTTP
import Testing

@testable import Flickr

@Suite struct EveryRecordingTests {
    @Test func `all recordings are here`() {
        #expect(Recordings.names.count >= 77)
    }

    /// Every method, asked for whatever the recording may be about.
    private func outcomes(of name: String, status: Int) async throws -> [Result<String, PhotoSourceError>] {
        let source = try FlickrSource.told(.init(Recordings.bytes(name), status: status))
        var outcomes: [Result<String, PhotoSourceError>] = []
        func add(_ outcome: () async throws(PhotoSourceError) -> String) async {
            do { outcomes.append(.success(try await outcome())) } catch { outcomes.append(.failure(error)) }
        }
        await add { () async throws(PhotoSourceError) in "\(try await source.topPlaces())" }
        await add { () async throws(PhotoSourceError) in "\(try await source.photos(.tag("x", limit: 700)))" }
        await add { () async throws(PhotoSourceError) in "\(String(describing: try await source.photo(PhotoID("1"))))" }
        return outcomes
    }

    @Test(arguments: Recordings.names)
    func `any recording as any method's answer gives a value or an error`(_ name: String) async throws {
        for status in [200, 502] {
            for outcome in try await outcomes(of: name, status: status) {
                switch outcome {
                case .success(let text): #expect(!text.contains(FlickrSource.testKeyText))
                case .failure(let error):
                    #expect(!"\(error)".contains(FlickrSource.testKeyText))
                    #expect("\(error)".utf8.count < 500, "\(error)")
                }
            }
        }
    }

    @Test(arguments: Recordings.names.filter { $0.hasSuffix("xml") || $0.hasSuffix("html") || $0.hasSuffix("txt") })
    func `what is no JSON is an error for every method`(_ name: String) async throws {
        guard name != "error.201.json-instead-of-xml.xml" else { return }
        for outcome in try await outcomes(of: name, status: 200) {
            guard case .failure(.failed(let text)) = outcome else {
                Issue.record("\(name): \(outcome)")
                continue
            }
            #expect(text.contains("instead of JSON") || text.contains("no JSON"), "\(text)")
        }
    }

    @Test(arguments: [
        ("http.400.html", 400, PhotoSourceError.failed("Flickr answered HTTP 400")),
        ("http.429.html", 429, .tooManyRequests("Flickr answered HTTP 429")),
        ("http.502.html", 502, .failed("Flickr answered HTTP 502")),
        ("error.http400.oauth.2013.txt", 400, .failed("Flickr answered HTTP 400")),
        (
            "error.100.invalid-key.2013.json", 200,
            .credentialsRefused("Flickr says: Invalid API Key (Key has invalid format) (code 100)")
        ),
        (
            "error.201.json-instead-of-xml.xml", 200,
            .tooManyRequests("Flickr says: Sorry, the Flickr API service is not currently available. (code 201)")
        ),
        (
            "http.429.html", 200,
            .failed(
                "Flickr answered HTML instead of JSON: 429 Too Many Requests You have sent too many requests in a given amount of time."
            )
        ),
    ])
    func `recorded failures become what a caller can act on`(
        _ name: String, _ status: Int, _ expected: PhotoSourceError
    ) async throws {
        for outcome in try await outcomes(of: name, status: status) {
            #expect(outcome == .failure(expected))
        }
    }
}
