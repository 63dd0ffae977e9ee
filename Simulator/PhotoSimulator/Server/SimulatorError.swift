/// Why a simulator did not start.
public enum SimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
    case cannotListen(port: Int, reason: String)
    case sampleUnusable(String)
    case recordingUnreadable(String)

    public var description: String {
        switch self {
        case .cannotListen(let port, let reason): "cannot listen on port \(port) of 127.0.0.1: \(reason)"
        case .sampleUnusable(let reason): "the sample library is unusable: \(reason)"
        case .recordingUnreadable(let path): "the recorded answer \(path) cannot be read"
        }
    }
}
