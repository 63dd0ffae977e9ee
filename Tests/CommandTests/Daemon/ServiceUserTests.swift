import Promises
import Testing

@testable import placesfs

@Suite struct ServiceUserTests {
    @Test(
        .proves("A mount that a system account"),
        arguments: [(0, false), (1, true), (999, true), (1000, false), (60_000, false), (65_534, true)])
    func `a system account is no person`(user: UInt32, isSystem: Bool) {
        #expect(ServiceUser.isOne(user) == isSystem)
    }
}
