import PhotoAPI
import Testing

@testable import Flickr

@Suite struct DamagedRecordingTests {
    @Test func `recordings cut or altered anywhere never crash`() throws {
        for name in ["photos.search.user.all-extras.2013.json", "places.findByLatLon.nyc.2017.jsonp"] {
            let bytes = try Recordings.bytes(name)
            for index in stride(from: 0, to: bytes.count - 4, by: 17) {
                #expect(throws: JSONParser.Failure.self) { try JSONParser.value(in: Array(bytes[..<index])) }
            }
            for (step, byte) in zip(1..., [0x00, 0x22, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0xFF] as [UInt8]) {
                for index in stride(from: step, to: bytes.count, by: 97) {
                    var altered = bytes
                    altered[index] = byte
                    guard let answer = try? FlickrAnswer.value(of: altered, status: 200) else { continue }
                    _ = try? PhotoList(answer, reader: PhotoReader(.live))
                    _ = try? PlaceList(answer)
                }
            }
        }
    }
}
