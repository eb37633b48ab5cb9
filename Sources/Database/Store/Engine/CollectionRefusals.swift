import Synchronization

/// The collections of an open store that cannot be used as they are declared, and why; the others go on.
final class CollectionRefusals: Sendable {
    private let errors = Mutex<[String: StoreError]>([:])

    /// The reason why a collection cannot be used; nil when it can.
    subscript(name: String) -> StoreError? { errors.withLock { $0[name] } }

    var all: [String: StoreError] { errors.withLock { $0 } }

    var isEmpty: Bool { errors.withLock { $0.isEmpty } }

    /// Remembers what was found when a view was read.
    func add(_ new: [String: StoreError]) {
        guard !new.isEmpty else { return }
        errors.withLock { $0.merge(new) { $1 } }
    }

    /// Takes over what was found when everything was loaded.
    func set(_ new: [String: StoreError]) {
        errors.withLock { $0 = new }
    }
}
