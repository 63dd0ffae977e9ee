import Testing

@testable import PhotoTree

@Suite("SHA-256")
struct SHA256Tests {
    /// FIPS 180-4's examples (NIST, Cryptographic Standards and Guidelines: Example Values).
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `the standard's examples`(message: String, digest: String) {
        let hex = SHA256.digest(of: Array(message.utf8)).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        #expect(hex.joined() == digest)
    }

    @Test func `in base64`() {
        #expect(SHA256.base64(of: []) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    }
}
