internal import CCurl
internal import Synchronization

/// What other threads ask of the curl thread, without waiting for it. It knows transfers by their numbers alone.
@safe final class CurlInbox: @unchecked Sendable {
    // Sendable: `multi` is used for curl_multi_wakeup alone, which libcurl allows from any thread; `state` is guarded.

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
        /// Nothing is added any more.
        var isShutDown = false
        var hasEnded = false
        var lastNumber: UInt64 = 0
    }

    private let multi: UnsafeMutableRawPointer
    private let state = Mutex(State())

    init(multi: UnsafeMutableRawPointer) {
        unsafe self.multi = multi
    }

    /// For a new transfer. An address would not do: an order may outlive its transfer, and meet the next one there.
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

    /// Nothing is added any more.
    func shutDown(_ order: Order) {
        state.withLock { state in
            state.isShutDown = true
            take(order, &state)
        }
    }

    /// Under the lock, so that the multi handle cannot be freed meanwhile.
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

    /// Whether the thread may sleep: from now on each order wakes it.
    func beginPolling() -> Bool {
        state.withLock { state in
            state.isPolling = state.orders.isEmpty
            return state.isPolling
        }
    }

    /// The multi handle is about to be freed.
    func end() {
        state.withLock { $0.hasEnded = true }
    }
}
