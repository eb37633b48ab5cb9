import Synchronization

/// Values that were computed of whole collections, kept for as long as those are as they were.
///
/// Only the newest of each is kept.
final class DerivedValues: Sendable {
    private struct Entry: Sendable {
        let stamps: [UInt64]
        let value: any Sendable
    }

    private let entries = Mutex<[String: Entry]>([:])
    private let objects = Mutex<[String: any Sendable]>([:])

    /// Returns a value.
    ///
    /// - Parameters:
    ///   - name: Its name; one name is one type.
    ///   - stamps: The last commits that changed what it is made of, and how often the store was loaded anew.
    ///   - isKept: Whether it is kept. Nothing of commits that may be taken back is: others get their numbers.
    ///   - make: Computes it.
    /// - Returns: The value.
    /// - Throws: The errors of `make`.
    func value<Value: Sendable>(
        _ name: String, stamps: [UInt64], isKept: Bool, _ make: () throws -> Value
    ) rethrows -> Value {
        if let entry = entries.withLock({ $0[name] }), entry.stamps == stamps, let value = entry.value as? Value {
            return value
        }
        let value = try make()
        if isKept { entries.withLock { $0[name] = Entry(stamps: stamps, value: value) } }
        return value
    }

    /// Returns an object that is kept for as long as the store is open.
    ///
    /// - Parameters:
    ///   - name: Its name; one name is one type.
    ///   - make: Makes it, once. It asks for nothing here.
    /// - Returns: The same object for everybody.
    func object<Object: AnyObject & Sendable>(_ name: String, _ make: @Sendable () -> Object) -> Object {
        objects.withLock { objects in
            if let object = objects[name] as? Object { return object }
            let object = make()
            objects[name] = object
            return object
        }
    }
}
