import PhotoTree
import Synchronization
import Testing

@testable import PlacesFileSystem

@Suite("How long a photo is taken to be")
struct SizeModelTests {
    private static func image(_ width: Int, _ height: Int = 768) -> Rendition {
        Rendition(name: "b", width: width, height: height, url: "https://images.example/1.jpg")
    }

    private static func model(_ count: Int, perPixel: (Int) -> Double) -> SizeModel {
        let model = SizeModel()
        for index in 0..<count {
            model.learn(Int64(perPixel(index) * 1024 * 768), of: (1024, 768))
        }
        return model
    }

    @Test func `until fifty are known it is a byte a pixel and 64 KiB`() {
        let usual = SizeEstimate.bytes(width: 1024, height: 768)
        #expect(Self.model(49) { _ in 0.2 }.estimate(of: NodeNumber(7), Self.image(1024)) == usual)
        #expect(Self.model(50) { _ in 0.2 }.estimate(of: NodeNumber(7), Self.image(1024)) < usual)
        #expect(
            Self.model(500) { _ in 0.2 }.estimate(of: NodeNumber(7), Self.image(1280))
                == SizeEstimate.bytes(width: 1280, height: 768))
        #expect(
            Self.model(500) { _ in 0.2 }.estimate(of: NodeNumber(7), nil) == SizeEstimate.bytes(width: nil, height: nil)
        )
    }

    @Test func `after fifty photos 95 of a hundred are shorter than their estimate`() {
        let model = Self.model(100) { Double($0 + 1) / 128 }
        #expect(model.estimate(of: NodeNumber(7), Self.image(1024)) == 95 * 1024 * 768 / 128)
        #expect(model.estimate(of: NodeNumber(8), Self.image(1024, 384)) == 95 * 1024 * 384 / 128)
    }

    @Test func `never below 64 KiB, never above what is fetched`() {
        #expect(Self.model(60) { _ in 0.001 }.estimate(of: NodeNumber(7), Self.image(1024)) == 64 * 1024)
        #expect(
            Self.model(60) { _ in 1000 }.estimate(of: NodeNumber(7), Self.image(1024, 1000)) == SizeEstimate.longest)
    }

    @Test func `what was told of a photo stays until its length is learnt`() {
        let model = SizeModel()
        let first = model.estimate(of: NodeNumber(7), Self.image(1024))
        for _ in 0..<200 {
            model.learn(200_000, of: (1024, 768))
        }
        #expect(model.estimate(of: NodeNumber(7), Self.image(1024)) == first)
        #expect(model.estimate(of: NodeNumber(8), Self.image(1024)) == 200_000)
    }

    @Test func `an estimate stays in a later mount, which goes on with the rules of this one`() {
        let model = SizeModel()
        let rules = Mutex<[SizeRule]>([])
        model.begin(with: [], highest: NodeNumber(5)) { rule in rules.withLock { $0.append(rule) } }
        let first = model.estimate(of: NodeNumber(7), Self.image(1024))
        for _ in 0..<200 { model.learn(200_000, of: (1024, 768)) }
        let second = model.estimate(of: NodeNumber(8), Self.image(1024))
        let kept = rules.withLock { $0 }
        #expect(kept == [SizeRule(width: 1024, first: NodeNumber(8), perPixel: 200_000 / (1024 * 768))])

        let later = SizeModel()
        later.begin(with: kept, highest: NodeNumber(9)) { _ in }
        for _ in 0..<200 { later.learn(400_000, of: (1024, 768)) }
        #expect(later.estimate(of: NodeNumber(7), Self.image(1024)) == first)
        #expect(later.estimate(of: NodeNumber(8), Self.image(1024)) == second)
        // It was never listed in this mount, but an earlier one knew its number.
        #expect(later.estimate(of: NodeNumber(9), Self.image(1024)) == second)
        #expect(later.estimate(of: NodeNumber(10), Self.image(1024)) == 400_000)
    }

    @Test func `the latest lengths decide an estimate, not those of long ago`() {
        let model = Self.model(SizeModel.mostSamples) { _ in 0.9 }
        for _ in 0..<SizeModel.mostSamples {
            model.learn(Int64(0.3 * 1024 * 768), of: (1024, 768))
        }
        #expect(model.estimate(of: NodeNumber(7), Self.image(1024)) < Int64(0.31 * 1024 * 768))
    }

    @Test func `nonsense is no sample`() {
        let model = SizeModel()
        for _ in 0..<100 {
            model.learn(1000, of: (0, 768))
            model.learn(1000, of: (1024, -1))
            model.learn(0, of: (1024, 768))
            model.learn(1000, of: (1024, 2_000_000))
        }
        #expect(model.estimate(of: NodeNumber(7), Self.image(1024)) == SizeEstimate.bytes(width: 1024, height: 768))
    }
}
