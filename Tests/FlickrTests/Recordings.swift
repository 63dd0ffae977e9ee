import Foundation
import HTTP
import PhotoAPI
import PhotoTree
import Testing

@testable import Flickr

/// The recorded answers; Tests/Recordings/flickr/README.md says where they come from.
enum Recordings {
    static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "../Recordings/flickr").standardizedFileURL

    /// Empty if the folder cannot be read; `EveryRecordingTests` fails then.
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { !$0.hasPrefix("README") }.sorted()

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
