import Synchronization

/// A value that tests and the code under test share.
public final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    public init(_ value: Value) {
        self.value = Mutex(value)
    }

    public var current: Value {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }

    public func edit(_ change: (inout sending Value) -> Void) {
        value.withLock { change(&$0) }
    }
}
