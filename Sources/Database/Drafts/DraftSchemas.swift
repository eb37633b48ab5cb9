public import Core

extension Draft: StoredRecord {}

extension OutboxItem.ID: IndexValue {}

/// The collection of drafts: never evicted or cleared, and an import only adds to it.
enum DraftSchemas {
    /// The drafts of all accounts and of nobody.
    static let drafts = CollectionSchema<Draft>(name: "drafts")
}
