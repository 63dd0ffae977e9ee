/// The sizes that Flickr makes of a photo (misc.urls), with the three names of each.
public enum RenditionLadder {
    struct Step: Sendable {
        /// In an image's address: "b" in `…_b.jpg`.
        var suffix: String
        /// In extras: "l" in `url_l`.
        var extra: String
        /// In getSizes.
        var label: String
        /// In a size's page address.
        var page: String
        var longestEdge: Int
        var isSquare = false
    }

    static let steps: [Step] = [
        Step(suffix: "s", extra: "sq", label: "Square", page: "sq", longestEdge: 75, isSquare: true),
        Step(suffix: "q", extra: "q", label: "Large Square", page: "q", longestEdge: 150, isSquare: true),
        Step(suffix: "t", extra: "t", label: "Thumbnail", page: "t", longestEdge: 100),
        Step(suffix: "m", extra: "s", label: "Small", page: "s", longestEdge: 240),
        Step(suffix: "n", extra: "n", label: "Small 320", page: "n", longestEdge: 320),
        Step(suffix: "w", extra: "w", label: "Small 400", page: "w", longestEdge: 400),
        Step(suffix: "", extra: "m", label: "Medium", page: "m", longestEdge: 500),
        Step(suffix: "z", extra: "z", label: "Medium 640", page: "z", longestEdge: 640),
        Step(suffix: "c", extra: "c", label: "Medium 800", page: "c", longestEdge: 800),
        Step(suffix: "b", extra: "l", label: "Large", page: "l", longestEdge: 1024),
        Step(suffix: "h", extra: "h", label: "Large 1600", page: "h", longestEdge: 1600),
        Step(suffix: "k", extra: "k", label: "Large 2048", page: "k", longestEdge: 2048),
        Step(suffix: "o", extra: "o", label: "Original", page: "o", longestEdge: .max),
    ]

    /// The sizes that Flickr makes of an original with these pixels: every smaller size up to 1024 px (larger sizes of
    /// free accounts are not served since 2025).
    public static func renditions(ofWidth width: Int, height: Int) -> [SimulatedRendition] {
        renditions(of: steps.filter { $0.longestEdge <= 1024 }, width: width, height: height)
    }

    /// All sizes up to the original.
    static func allRenditions(ofWidth width: Int, height: Int) -> [SimulatedRendition] {
        renditions(of: steps, width: width, height: height)
    }

    private static func renditions(of steps: [Step], width: Int, height: Int) -> [SimulatedRendition] {
        let longest = max(width, height, 1)
        return steps.compactMap { step in
            if step.isSquare {
                return SimulatedRendition(suffix: step.suffix, width: step.longestEdge, height: step.longestEdge)
            }
            let edge = step.suffix == "o" ? longest : step.longestEdge
            guard edge <= longest else { return nil }
            return SimulatedRendition(
                suffix: step.suffix, width: max(1, width * edge / longest), height: max(1, height * edge / longest))
        }
    }

    static func step(suffix: String) -> Step? {
        steps.first { $0.suffix == suffix }
    }
}
