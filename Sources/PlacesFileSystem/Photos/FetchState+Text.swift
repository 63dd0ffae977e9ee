import PhotoFetch

extension FetchState {
    /// What `user.places.state` says.
    var text: String {
        switch self {
        case .remote: "remote"
        case .downloading(let part): "downloading \(Int((part * 100).rounded(.down)))%"
        case .cached: "cached"
        }
    }
}
