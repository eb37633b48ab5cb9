public import Core

extension Comment.ID: IndexValue {
    /// The written form as a key; it has the same order as the ids.
    public var indexKey: IndexKey { .text(description) }
}
