import PhotoTree
import Promises
import Testing

@testable import placesfs

@Suite struct SourceChoiceTests {
    private let file = "/home/u/.config/placesfs/config"
    private static let key = "0123456789abcdef0123456789abcdef"

    /// Without a word on Commons, asking it is a mistake.
    private func choice(
        _ source: String?, key: String?, base: String? = nil, isCommonsKnown: Bool = false,
        whyNoCommons: () async -> String? = {
            Issue.record("Commons was asked")
            return nil
        }
    ) async throws -> SourceChoice {
        let assignments = [
            source.map { Assignment(key: .source, value: $0, origin: .option("source")) },
            key.map { Assignment(key: .flickrAPIKey, value: $0, origin: .environment("FLICKR_API_KEY")) },
            base.map { Assignment(key: .apiBase, value: $0, origin: .option("api-base")) },
        ]
        return try await SourceChoice(
            try Configuration(assignments.compactMap(\.self)), file: file, isCommonsKnown: isCommonsKnown,
            whyNoCommons: whyNoCommons)
    }

    @Test(.proves("Without `--source` they are")) func `with a key the source is Flickr, and nobody is asked`()
        async throws
    {
        let choice = try await choice(nil, key: Self.key)
        #expect(choice == (try await self.choice("flickr", key: Self.key)))
        #expect(choice.source == .flickr && choice.remark == nil)
    }

    @Test func `without a key the source is Commons when that answers, and the remark says where keys come from`()
        async throws
    {
        let choice = try await choice(nil, key: nil, whyNoCommons: { nil })
        #expect(choice.source == .commons)
        #expect(choice.remark?.contains("paying members") == true && choice.remark?.contains(file) == true)
        #expect(choice.remark?.hasPrefix("no key for Flickr, showing Wikimedia Commons; ") == true)
    }

    @Test(arguments: [false, true])
    func `offline the remark says where keys come from, too, in the one line that is printed`(
        _ isCommonsKnown: Bool
    ) async throws {
        let choice = try await choice(nil, key: nil, isCommonsKnown: isCommonsKnown, whyNoCommons: { "no route" })
        let remark = try #require(choice.remark)
        #expect(remark.contains("paying members") && remark.contains("https://www.flickr.com/services/apps/create/"))
        #expect(PrintableText.line(remark) == remark, "nothing of it is cut off")
    }

    @Test func `offline it is the sample, and the remark says why`() async throws {
        let choice = try await choice(nil, key: nil, whyNoCommons: { "no route" })
        #expect(choice.source == .sample && choice.isStopgap)
        // What stands before the semicolon is the heading of a notification.
        #expect(choice.remark?.hasPrefix("no network, showing the sample; ") == true)
        #expect(choice.remark?.contains("no route") == true && choice.remark?.contains("mount again") == true)
    }

    @Test func `offline, what is known of Commons is worth more than the sample`() async throws {
        let choice = try await choice(nil, key: nil, isCommonsKnown: true, whyNoCommons: { "no route" })
        #expect(choice.source == .commons && choice.remark?.contains("no route") == true && !choice.isStopgap)
        #expect(choice.remark?.hasPrefix("no network, showing what is known of Wikimedia Commons; ") == true)
    }

    @Test(.proves("Without `--source` they are"))
    func `a source that was named never gives way to another, and asks nobody`() async throws {
        #expect(try await choice("sample", key: Self.key) == (try await choice("sample", key: nil)))
        #expect(try await choice("commons", key: Self.key).source == .commons)
        #expect(try await choice("commons", key: nil).remark == nil)
        let keyless = await #expect(throws: CommandFailure.self) { try await choice("flickr", key: nil) }
        #expect(keyless?.status == .keyMissing && keyless?.description.contains("--source commons") == true)
        let mirror = await #expect(throws: CommandFailure.self) { try await choice(nil, key: nil, base: "https://h/") }
        #expect(mirror?.status == .keyMissing)
    }

    @Test func `a host that refuses connections is told from one that answers`() async throws {
        let configuration = try Configuration([])
        let reason = await Reachability(configuration).whyNoAnswer(from: "http://127.0.0.1:1/")
        #expect(reason?.contains("not reachable") == true)
    }

    @Test(arguments: ["me@example.org", "https://example.org/me", "http://example.org"])
    func `a contact goes into the User-Agent, in place of the build's own`(_ contact: String) throws {
        let given = Assignment(key: .contact, value: contact, origin: .option("contact"))
        #expect(UserAgent.text(contact: try Configuration([given]).sources.contact).contains(contact))
    }

    @Test func `a build that names nobody says what follows, for Commons alone`() {
        let page = "https://example.org/placesfs"
        #expect(UserAgent.text(contact: nil, builtIn: page).contains(page))
        #expect(!UserAgent.text(contact: "me@example.org", builtIn: page).contains(page))
        #expect(!UserAgent.text(contact: nil, builtIn: "").contains("http"))
        #expect(UserAgent.warning(.commons, contact: nil, builtIn: "")?.contains("--contact") == true)
        #expect(UserAgent.warning(.commons, contact: "me@example.org", builtIn: "") == nil)
        #expect(UserAgent.warning(.commons, contact: nil, builtIn: page)?.contains("all who use this build") == true)
        #expect(UserAgent.isNamed(by: nil, builtIn: page) && !UserAgent.isNamed(by: nil, builtIn: ""))
        #expect(UserAgent.warning(.flickr, contact: nil, builtIn: "") == nil)
    }

    @Test(arguments: [
        "me", "me@", "@example.org", "a@b", "me@example.org (x)", "ftp://example.org", "a\nb@example.org",
    ])
    func `what is no address of anybody is refused`(_ contact: String) {
        let given = Assignment(key: .contact, value: contact, origin: .option("contact"))
        #expect(throws: CommandFailure.self) { try Configuration([given]) }
    }
}
