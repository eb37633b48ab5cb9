public import Core

/// A store with the collections of all of this module's providers.
extension JSONStore {
    /// Opens a store for posts, threads, packs, media, settings, sources and reading positions, and creates it where
    /// there is none.
    ///
    /// Every provider of this module works with it: none of their collections can be forgotten. Otherwise it is as
    /// ``init(directory:collections:access:handovers:files:time:)``.
    ///
    /// ```swift
    /// let store = try JSONStore(directory: folder)
    /// let posts = DatabasePostProvider(store: store)
    /// let settings = try DatabaseSettingsProvider(store: store)
    /// ```
    ///
    /// - Parameters:
    ///   - directory: The folder of the store, and of nothing else. Created with mode 0700.
    ///   - ownCollections: Collections of the app's own, none by default. Their names must not be built-in ones.
    ///   - access: What it is opened for; writing by default.
    ///   - handovers: Kinds of writes of the app's own that other processes may leave; changes of statuses always may.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock that names what is set aside; the registered one by default, else the system's.
    /// - Throws: ``StoreError``: `storeBusy` when another process has it open, `storeTooNew` when a newer version
    ///   wrote it, `invalidInput` when two collections have one name, otherwise what is wrong with the disk.
    public convenience init(
        directory: String, ownCollections: [AnyCollectionSchema] = [], access: StoreAccess = .writing,
        handovers: [AnyHandoverKind] = [],
        files: any FileSystem = Dependency.fileSystem,
        time: any TimeProvider = Dependency.clock
    ) throws {
        try self.init(
            directory: directory, collections: Self.builtInCollections + ownCollections, access: access,
            handovers: Self.builtInHandovers + handovers, files: files, time: time)
    }

    /// Opens a store for posts and everything else without blocking the caller's thread; otherwise as
    /// ``init(directory:ownCollections:access:handovers:files:time:)`` does.
    ///
    /// - Parameters:
    ///   - directory: The folder of the store.
    ///   - ownCollections: Collections of the app's own, none by default.
    ///   - access: What it is opened for; writing by default.
    ///   - handovers: Kinds of writes of the app's own that other processes may leave; changes of statuses always may.
    ///   - patience: The time to wait for another process that has the store open for writing; none by default.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock that names what is set aside; the registered one by default, else the system's.
    /// - Returns: The store.
    /// - Throws: ``StoreError``; `storeBusy` when the time is over. `CancellationError`.
    public static func open(
        directory: String, ownCollections: [AnyCollectionSchema] = [], access: StoreAccess = .writing,
        handovers: [AnyHandoverKind] = [], waitingUpTo patience: Duration = .zero,
        files: any FileSystem = Dependency.fileSystem,
        time: any TimeProvider = Dependency.clock
    ) async throws -> JSONStore {
        try await opening(waitingUpTo: patience, time) {
            try JSONStore(
                directory: directory, ownCollections: ownCollections, access: access, handovers: handovers,
                files: files, time: time)
        }
    }

    /// The collections of all providers of this module; a new provider adds its own here.
    static let builtInCollections =
        DatabasePostProvider.collections + DatabaseSettingsProvider.collections + DatabaseSourceProvider.collections
        + DatabaseReadingPositionProvider.collections + OutboxSchemas.all + AnswerSchemas.all + ResourceSchemas.all
        + MessageSchemas.all
        + PaymentSchemas.all

    /// The kinds of writes that other processes may leave for the providers of this module.
    static var builtInHandovers: [AnyHandoverKind] {
        [AnyHandoverKind(StatusHandover.kind), AnyHandoverKind(LeftIntent.kind)]
    }
}
