import Testing

@testable import placesfs

@Suite struct UpgradeTests {
    @Test func `a mount of the installed program is not remarked upon`() {
        #expect(Upgrade(running: "1.2.0", isReplaced: false, mountpoint: "/m", installed: "1.2.0").remark == nil)
        #expect(Upgrade(status: "{}", mountpoint: "/m") == nil)
        #expect(Upgrade(status: "no JSON", mountpoint: "/m") == nil)
    }

    @Test func `after an upgrade it says what runs, what is installed, and what to do`() {
        let remark = Upgrade(running: "1.2.0", isReplaced: true, mountpoint: "/m", installed: "1.3.0").remark
        #expect(remark?.contains("runs 1.2.0, installed is 1.3.0") == true)
        #expect(remark?.contains("placesfs unmount /m") == true)
        let same = Upgrade(running: "1.2.0", isReplaced: true, mountpoint: "/m", installed: "1.2.0").remark
        #expect(same?.contains("was replaced since") == true)
    }
}
