package import Core
package import Foundation

/// A JSON store's memory of what it had before a moment.
///
/// | thing | certain where |
/// | --- | --- |
/// | a post | a server had it in an answer before the moment, by the date that is noted with the post |
/// | a comment, a source, anything else | never: no date is stored with them |
///
/// The date of a post is that of its last arrival, to within some hours; after a newer one nothing is said of it. The
/// comments that could be taken for a reply are noted when that is queued, which needs no date.
package struct DatabaseKnownThings: KnownThings {
    private let store: JSONStore

    /// Creates a memory.
    ///
    /// - Parameter store: A store that was opened by
    ///   ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    package init(store: JSONStore) {
        self.store = store
    }

    package func stored(_ things: [StatusTarget], before date: Date) async throws -> Set<StatusTarget> {
        try store.read { snapshot in
            Set(
                try things.filter { thing in
                    guard let post = thing.post, thing.isReadable else { return false }
                    return try snapshot.record(post, in: PostSchemas.arrivals).map { $0.date < date } ?? false
                })
        }
    }
}
