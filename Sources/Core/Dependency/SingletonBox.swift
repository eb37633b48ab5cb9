import Synchronization

/// The place of one singleton; its identity is that of the registration.
final class SingletonBox: Sendable {
    private let content = Mutex<(any Sendable)?>(nil)

    var instance: (any Sendable)? {
        content.withLock { $0 }
    }

    func fill(_ instance: any Sendable) {
        content.withLock { $0 = instance }
    }
}
