import Foundation

/// A test that says what it proves, as its source has it: a test program has only the tests of its own target.
public struct WrittenProof: Sendable {
    /// The name of its file, without an ending.
    public let file: String
    public let test: String
    public let promises: [String]
    public let isDisabled: Bool

    /// Those of all test targets.
    public static func all() throws -> [WrittenProof] {
        let folder = Promise.root + "/Tests"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try files.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Promises/") }.sorted()
            .flatMap { try read(String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8), file: $0) }
    }

    /// Those of a source file: what stands between `@Test` and the name of its function.
    static func read(_ source: String, file: String = "") -> [WrittenProof] {
        let code = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            .joined(separator: "\n")
        guard code.contains(".proves(") else { return [] }
        let parts = code.components(separatedBy: "@Test")
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        let isSuiteDisabled = parts[0].contains(".disabled(")
        return parts.dropFirst().compactMap { part in
            guard let title = part.firstRange(of: "func `") else { return nil }
            let traits = part[..<title.lowerBound]
            let promises = traits.components(separatedBy: ".proves(").dropFirst().flatMap(literals)
            return promises.isEmpty
                ? nil
                : WrittenProof(
                    file: name, test: String(part[title.upperBound...].prefix { $0 != "`" }), promises: promises,
                    isDisabled: isSuiteDisabled || traits.contains(".disabled("))
        }
    }

    /// The string literals before the parenthesis that closes their list.
    private static func literals(_ list: String) -> [String] {
        let pieces = list.split(separator: "\"", omittingEmptySubsequences: false)
        var found: [String] = []
        for (outside, inside) in zip(stride(from: 0, to: pieces.count, by: 2), stride(from: 1, to: pieces.count, by: 2))
        {
            if pieces[outside].contains(")") { break }
            found.append(String(pieces[inside]))
        }
        return found
    }
}
