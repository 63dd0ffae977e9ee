import Foundation
import Promises
import Testing

/// `scripts/test --promises` has this write the list that it prints.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PLACESFS_PROMISES"] != nil, "with --promises"))
struct PromiseListTests {
    @Test func `each promise is listed with the tests that prove it`() throws {
        let proofs = try WrittenProof.all()
        var list = ""
        for page in [Promise.Page.semantics, .reliability] {
            list += "docs/\(page.rawValue).md\n"
            for promise in try Promise.all(of: page) {
                let proving = proofs.filter { $0.promises.contains { promise.text.hasPrefix($0) } }
                #expect(!proving.isEmpty, "\(promise.text)")
                list += "\n\(promise.text)\n" + proving.map { "    \($0.file): \($0.test)\n" }.joined()
            }
            list += "\n"
        }
        let target = try #require(ProcessInfo.processInfo.environment["PLACESFS_PROMISES"])
        try Data(list.utf8).write(to: URL(fileURLWithPath: target))
    }
}
