import Testing

@testable import PhotoAPI

@Suite struct JSONParserTests {
    private func value(_ text: String) throws -> JSONValue {
        try JSONParser.value(in: Array(text.utf8))
    }

    @Test(arguments: [
        (#"{"a":[1,"2",true,null],"b":{}}"#, #"{"a":[1,"2",true,null],"b":{}}"#),
        (" jsonFlickrApi(\n{\"a\":1}\n);\n", #"{"a":1}"#),
        (#"jsonFlickrApi({"a":1})"#, #"{"a":1}"#),
        (#"{"a":[1,2,],"b":1,},"#, #"{"a":[1,2],"b":1}"#),
        ("\u{FEFF}{\"a\" : 1 }", #"{"a":1}"#),
        (#"{"a":1,"a":2}"#, #"{"a":2}"#),
    ])
    func `JSON and its wrappings give the same value`(_ text: String, _ plain: String) throws {
        #expect(try value(text) == value(plain))
        #expect(try value(text) != .null)
    }

    @Test(arguments: [
        (#""caf\u00e9 \ud83d\ude00 \/ \" \\ \n""#, "café 😀 / \" \\ \n"),
        (#""it\'s""#, "it's"),
        (#""\ud83d alone""#, "\u{FFFD} alone"),
        (#""\ud83d\u0041""#, "\u{FFFD}A"),
        (#""\ude00\ude00""#, "\u{FFFD}\u{FFFD}"),
        (#""\u0000\b\f\r\t""#, "\u{0}\u{8}\u{C}\r\t"),
        ("\"raw\nnewline\"", "raw\nnewline"),
        (#""""#, ""),
    ])
    func `escapes are decoded`(_ text: String, _ expected: String) throws {
        #expect(try value(text) == .string(expected))
    }

    @Test func `bytes that are no UTF-8 are repaired`() throws {
        let bytes = Array("[\"a".utf8) + [0xFF, 0xC3] + Array("b\",\"ok\"]".utf8)
        #expect(try JSONParser.value(in: bytes) == .array([.string("a\u{FFFD}\u{FFFD}b"), .string("ok")]))
    }

    @Test(arguments: [
        "", "{", "[", "\"", "\"\\", "\"\\u12", "\"\\u12xy\"", "{\"a\"}", "{\"a\":}", "{a:1}", "[1 2]", "[,]", "{,}",
        "tru",
        "nul", "-", "1 2", "{}{}", "f({}", "()", "]", "<html>", "NaN", "{\"a\":1]",
    ])
    func `damaged JSON is refused`(_ text: String) {
        #expect(throws: JSONParser.Failure.syntax) { try value(text) }
    }

    @Test func `depth and count are bounded`() throws {
        let deep = String(repeating: "[", count: 63) + "1" + String(repeating: "]", count: 63)
        #expect(throws: Never.self) { try value(deep) }
        #expect(throws: JSONParser.Failure.tooDeep) { try value("[" + deep + "]") }
        #expect(throws: JSONParser.Failure.tooDeep) { try value(String(repeating: "{\"a\":", count: 1_000_000)) }
        #expect(throws: JSONParser.Failure.tooMany) {
            try value("[" + String(repeating: "1,", count: 1_000_000) + "1]")
        }
    }

    @Test func `every scalar is read as text, number and flag`() throws {
        for text in ["4100", "\"4100\"", "4.1e3", "\"4100.0\"", "{\"_content\":\"4100\"}"] {
            #expect(try value(text).integer == 4100, "\(text)")
        }
        for text in ["\"\"", "\"many\"", "null", "[]", "1e400", "\"0x10\"", "\"nan\"", "99999999999999999999", "{}"] {
            #expect(try value(text).integer == nil, "\(text)")
        }
        for text in ["1", "\"1\"", "true", "\"true\""] { #expect(try value(text).flag == true) }
        for text in ["0", "\"0\"", "false"] { #expect(try value(text).flag == false) }
        #expect(try value("7").text == "7" && value("12345678901234567890").text == "12345678901234567890")
        #expect(try value("1e400").real == nil && value("\"-119.270\"").real == -119.27)
    }
}
