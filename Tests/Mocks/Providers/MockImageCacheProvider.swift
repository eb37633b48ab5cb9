public import Core
public import Foundation

/// A ``Core/ManagedImageCache`` for tests of what stands on it: records its calls and answers as scripted.
public final class MockImageCacheProvider: ManagedImageCache, Mock {
    /// What ``store(_:for:)`` was called with.
    public struct StoreCall: Hashable, Sendable {
        /// The whole image file.
        public var data: Data
        /// The link to find it by.
        public var link: ResourceLink

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - data: The whole image file.
        ///   - link: The link to find it by.
        public init(_ data: Data, for link: ResourceLink) {
            self.data = data
            self.link = link
        }
    }

    /// What ``trimDisk(toBytes:isDryRun:)`` was called with.
    public struct TrimCall: Hashable, Sendable {
        /// How much the images may take.
        public var maximumBytes: Int
        /// Whether it was only to be said what would go.
        public var isDryRun: Bool

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - maximumBytes: How much the images may take.
        ///   - isDryRun: Whether it was only to be said what would go.
        public init(_ maximumBytes: Int, isDryRun: Bool) {
            self.maximumBytes = maximumBytes
            self.isDryRun = isDryRun
        }
    }

    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``image(for:)``.
    public let onImage: MockMethod<ResourceLink, Data?>
    /// Records ``store(_:for:)``.
    public let onStore: MockMethod<StoreCall, Void>
    /// Records ``removeAll()``.
    public let onRemoveAll: MockMethod<Void, Void>
    /// Records ``clearMemory()``.
    public let onClearMemory: MockMethod<Void, Void>
    /// Records ``clearDisk()``.
    public let onClearDisk: MockMethod<Void, Void>
    /// Records ``removeExpired()``.
    public let onRemoveExpired: MockMethod<Void, Void>
    /// Records ``handleMemoryWarning()``.
    public let onHandleMemoryWarning: MockMethod<Void, Void>
    /// Records ``flush()``.
    public let onFlush: MockMethod<Void, Void>
    /// Scripts and records ``trimDisk(toBytes:isDryRun:)``; nothing goes unless scripted.
    public let onTrimDisk: MockMethod<TrimCall, FileUsage>
    /// Scripts and records ``usage()``; nothing is held unless scripted.
    public let onUsage: MockMethod<Void, ImageCacheUsage>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onImage = MockMethod("MockImageCacheProvider.image", log: log)
        onStore = MockMethod("MockImageCacheProvider.store", log: log) { _ in }
        onRemoveAll = MockMethod("MockImageCacheProvider.removeAll", log: log) { _ in }
        onClearMemory = MockMethod("MockImageCacheProvider.clearMemory", log: log) { _ in }
        onClearDisk = MockMethod("MockImageCacheProvider.clearDisk", log: log) { _ in }
        onRemoveExpired = MockMethod("MockImageCacheProvider.removeExpired", log: log) { _ in }
        onHandleMemoryWarning = MockMethod("MockImageCacheProvider.handleMemoryWarning", log: log) { _ in }
        onFlush = MockMethod("MockImageCacheProvider.flush", log: log) { _ in }
        onTrimDisk = MockMethod("MockImageCacheProvider.trimDisk", log: log) { _ in FileUsage() }
        onUsage = MockMethod("MockImageCacheProvider.usage", log: log) { _ in ImageCacheUsage() }
    }

    /// Makes the mock keep what it is given, as a cache without bounds would; calls are recorded all the same.
    ///
    /// - Parameter images: What it holds at first.
    public func keepImages(_ images: [ResourceLink: Data] = [:]) {
        let kept = Monitor(images)
        onImage.answers { link in kept.withLock { $0[link] } }
        onStore.answers { call in kept.withLock { $0[call.link] = call.data } }
        onRemoveAll.answers { kept.withLock { $0 = [:] } }
    }

    /// Answers as ``onImage`` says.
    ///
    /// - Parameter link: The link that the image was stored under.
    /// - Returns: The scripted bytes; `nil` when none were scripted.
    public func image(for link: ResourceLink) async -> Data? {
        do {
            return try await onImage.answer(to: link)
        } catch {
            return nil  // A cache cannot fail; a call that nobody expected is in the log.
        }
    }

    /// Is recorded.
    ///
    /// - Parameters:
    ///   - data: The whole image file.
    ///   - link: The link to find it by.
    public func store(_ data: Data, for link: ResourceLink) async {
        do {
            try await onStore.answer(to: StoreCall(data, for: link))
        } catch {
            // A cache cannot fail: a scripted error means that nothing was stored.
        }
    }

    /// Is recorded.
    public func removeAll() async {
        do {
            try await onRemoveAll.answer(to: ())
        } catch {
            // A cache cannot fail: a scripted error means that nothing was removed.
        }
    }
}
