internal import CCurl
internal import Synchronization

/// The orders of other threads to the curl thread. Posting one never waits for that thread. Orders name transfers by
/// number.
@safe final class CurlInbox: @unchecked Sendable {
    // Sendable: `multi` is used only for curl_multi_wakeup, which libcurl allows on any thread; `state` has a lock.

    enum Order {
        case add(UInt64)
        case remove(UInt64)
        case resume(UInt64)
        case removeAll
        case stop
    }

    private struct State {
        var orders: [Order] = []
        var isPolling = false
        /// Whether `add` is refused.
        var isShutDown = false
        var hasEnded = false
        var lastNumber: UInt64 = 0
    }

    private let multi: UnsafeMutableRawPointer
    private let state = Mutex(State())

    init(multi: UnsafeMutableRawPointer) {
        unsafe self.multi = multi
    }

    /// A number for a new transfer. Its address would not do: an order may outlive its transfer, and would then reach
    /// the next one at that address.
    func nextNumber() -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// False after `shutDown`.
    func add(_ number: UInt64) -> Bool {
        state.withLock { state in
            guard !state.isShutDown else { return false }
            take(.add(number), &state)
            return true
        }
    }

    /// Does nothing once the thread has ended.
    func post(_ order: Order) {
        state.withLock { take(order, &$0) }
    }

    /// Posts the order, and refuses every later `add`.
    func shutDown(_ order: Order) {
        state.withLock { state in
            state.isShutDown = true
            take(order, &state)
        }
    }

    /// Called under the lock, so that the multi handle cannot be freed in the meantime.
    private func take(_ order: Order, _ state: inout State) {
        guard !state.hasEnded else { return }
        state.orders.append(order)
        guard state.isPolling else { return }
        state.isPolling = false
        unsafe curl_multi_wakeup(multi)
    }

    // MARK: On the curl thread

    func takeOrders() -> [Order] {
        state.withLock { state in
            defer { (state.orders, state.isPolling) = ([], false) }
            return state.orders
        }
    }

    /// Whether the thread may sleep. If true, the next order wakes it.
    func beginPolling() -> Bool {
        state.withLock { state in
            state.isPolling = state.orders.isEmpty
            return state.isPolling
        }
    }

    /// Called before the multi handle is freed.
    func end() {
        state.withLock { $0.hasEnded = true }
    }
}
