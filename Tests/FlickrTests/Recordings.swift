import Foundation
import HTTP
import PhotoAPI
import PhotoTree
import Testing

@testable import Flickr

/// The recorded answers, which lie beside the project and not in it.
enum Recordings {
    static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "../../../shared/flickr-recordings").standardizedFileURL

    static let names: [String] = {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let found = all.filter { !$0.hasPrefix("README") }.sorted()
        if found.isEmpty { print("no recordings beside the project: the tests that read them are skipped") }
        return found
    }()

    static let areThere = !names.isEmpty

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    static func answer(_ name: String) throws -> JSONValue {
        try FlickrAnswer.value(of: bytes(name), status: 200)
    }

    static func photos(_ name: String) throws -> PhotoList {
        try PhotoList(answer(name), reader: PhotoReader(.live))
    }
}
