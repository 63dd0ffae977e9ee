import Foundation
import Fuzzing
import PhotoTree
import Promises
import Testing

@testable import PhotoAPI

@Suite struct FuzzJSON {
    private let seeds = [
        #"{"a":[1,"2",true,null,-1.5e3],"b":{"c":"caf\u00e9 \ud83d\ude00 \/ \" \\ \n"},"d":{}}"#,
        #"jsonFlickrApi({"stat":"ok","photos":{"total":"4100","photo":[]}});"#, "[[[[1],2],3],[]]", "\u{FEFF} \"é\" ,",
        #"{"stat":"fail","code":100,"message":"Invalid API Key (Key has invalid format)"}"#, "<html><body>Bad</body>",
    ]

    /// As names of members, alone and in great number.
    private static let hostile: [[UInt8]] = HostileText.all.flatMap { text in
        [
            Array(#"{"\#(text)":1,"\#(text)":"\#(text)"}"#.utf8),
            Array("{".utf8) + (0..<40).flatMap { Array(#""\#($0)\#(text.unicodeScalars.prefix(2_000))":\#($0),"#.utf8) }
                + Array("}".utf8),
        ]
    }

    @Test(.proves("Texts that cost the"))
    func `any bytes are one value of bounded depth and count, or a failure`() async throws {
        try await Fuzz.run("JSONParser", seeds: seeds.map { Array($0.utf8) }, hostile: Self.hostile, inputs: 4_000) {
            bytes, _ in
            let text = String(validating: bytes, as: UTF8.self)
            guard let value = try? JSONParser.value(in: bytes) else {
                let isJSON = text != nil && (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
                return try Fuzz.demand(!isJSON || self.depth(of: bytes) > JSONParser.maximumDepth, "JSON is refused")
            }
            let size = try size(of: value, depth: 1)
            try Fuzz.demand(size <= bytes.count, "\(bytes.count) bytes make \(size) values")
        }
    }

    /// How many values there are in `value`; all of them are read in every way.
    private func size(of value: JSONValue, depth: Int) throws -> Int {
        try Fuzz.demand(depth <= JSONParser.maximumDepth, "\(depth) levels")
        try Fuzz.demand(value.real?.isFinite ?? true, "a number that is not finite")
        try Fuzz.demand(value.integer == nil || value.text != nil, "a number without text")
        _ = (value.flag, value.word, value.elements?.count)
        switch value {
        case .array(let values): return try values.reduce(1) { try $0 + size(of: $1, depth: depth + 1) }
        case .object(let members): return try members.values.reduce(1) { try $0 + size(of: $1, depth: depth + 1) }
        default: return 1
        }
    }

    /// No less than how deeply the values in `bytes` are nested.
    private func depth(of bytes: [UInt8]) -> Int {
        1 + bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    }

    @Test func `any value that is written as JSON is read as it was`() async throws {
        try await Fuzz.run("JSONRoundTrip", seeds: seeds, inputs: 500) { text, random in
            let value = made(of: text, depth: 0, with: &random)
            let plain = try JSONSerialization.data(withJSONObject: [foundation(value)])
            let callback = Array("jsonFlickrApi(".utf8) + plain + Array(");".utf8)
            for bytes in [Array(plain), callback] {
                let read = try JSONParser.value(in: bytes)
                try Fuzz.demand(read == .array([bounded(value)]), "\(read) is not \(value)")
            }
        }
    }

    private func made(of text: String, depth: Int, with random: inout Mutator) -> JSONValue {
        switch random.upTo(depth < 5 ? 6 : 4) {
        case 0: .null
        case 1: .bool(random.upTo(1) == 0)
        case 2: .number(String(Int64(truncatingIfNeeded: random.next())))
        case 3, 4: .string(random.text(from: [text]))
        case 5: .array((0..<random.upTo(4)).map { _ in made(of: text, depth: depth + 1, with: &random) })
        default:
            .object(
                Dictionary(
                    (0..<random.upTo(4)).map { _ in
                        (random.text(from: ["a", "stat"]), made(of: text, depth: depth + 1, with: &random))
                    }, uniquingKeysWith: { $1 }))
        }
    }

    /// With every text cut as the parser cuts it.
    private func bounded(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(ForeignText.bounded(text))
        case .array(let values): .array(values.map(bounded))
        case .object(let members):
            .object(
                Dictionary(
                    members.map { (ForeignText.bounded($0.key), bounded($0.value)) }
                        .filter { $0.0.utf8.count <= ForeignText.maximumName }, uniquingKeysWith: { $1 }))
        default: value
        }
    }

    private func foundation(_ value: JSONValue) -> Any {
        switch value {
        case .null: NSNull()
        case .bool(let flag): flag
        case .number(let text): Int64(text) ?? 0
        case .string(let text): text
        case .array(let values): values.map(foundation)
        case .object(let members): members.mapValues(foundation)
        }
    }
}
