public import Core
public import Foundation

/// A ``Core/ManagedImageCache`` for tests that records its calls and answers as scripted.
public final class MockImageCacheProvider: ManagedImageCache, Mock {
    /// The arguments of a call of ``store(_:for:)``.
    public struct StoreCall: Hashable, Sendable {
        /// The whole image file.
        package var data: Data
        /// The link by which to find it.
        package var link: ResourceLink

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - data: The whole image file.
        ///   - link: The link by which to find it.
        package init(_ data: Data, for link: ResourceLink) {
            self.data = data
            self.link = link
        }
    }

    /// The arguments of a call of ``trimDisk(toBytes:isDryRun:)``.
    public struct TrimCall: Hashable, Sendable {
        /// The number of bytes that the images may take.
        package var maximumBytes: Int
        /// Whether nothing is to be removed.
        package var isDryRun: Bool

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - maximumBytes: The number of bytes that the images may take.
        ///   - isDryRun: Whether nothing is to be removed.
        package init(_ maximumBytes: Int, isDryRun: Bool) {
            self.maximumBytes = maximumBytes
            self.isDryRun = isDryRun
        }
    }

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
    /// Scripts and records ``trimDisk(toBytes:isDryRun:)``; nothing is removed unless scripted.
    public let onTrimDisk: MockMethod<TrimCall, FileUsage>
    /// Scripts and records ``usage()``; the cache is empty unless scripted.
    public let onUsage: MockMethod<Void, ImageCacheUsage>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
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

    /// Makes the mock store images, as a cache without limits; calls are recorded all the same.
    ///
    /// - Parameter images: The first images; none by default.
    public func keepImages(_ images: [ResourceLink: Data] = [:]) {
        let kept = Monitor(images)
        onImage.answers { link in kept.withLock { $0[link] } }
        onStore.answers { call in kept.withLock { $0[call.link] = call.data } }
        onRemoveAll.answers { kept.withLock { $0 = [:] } }
    }

    public func image(for link: ResourceLink) async -> Data? {
        do {
            return try await onImage.answer(to: link)
        } catch {
            return nil  // A cache cannot fail; a call that nobody expected is in the log.
        }
    }

    public func store(_ data: Data, for link: ResourceLink) async {
        do {
            try await onStore.answer(to: StoreCall(data, for: link))
        } catch {
            // A cache cannot fail: a scripted error means that nothing was stored.
        }
    }

    public func removeAll() async {
        do {
            try await onRemoveAll.answer(to: ())
        } catch {
            // A cache cannot fail: a scripted error means that nothing was removed.
        }
    }
}

extension MockImageCacheProvider {
    public func clearMemory() async { await record(onClearMemory) }

    public func clearDisk() async { await record(onClearDisk) }

    public func removeExpired() async { await record(onRemoveExpired) }

    public func handleMemoryWarning() {
        do {
            try onHandleMemoryWarning.answerNow(to: ())
        } catch {
            // A cache cannot fail: a scripted error means the same as none.
        }
    }

    public func flush() async { await record(onFlush) }

    public func trimDisk(toBytes maximumBytes: Int, isDryRun: Bool) async -> FileUsage {
        do {
            return try await onTrimDisk.answer(to: TrimCall(maximumBytes, isDryRun: isDryRun))
        } catch {
            return FileUsage()  // A cache cannot fail: a scripted error means that nothing went.
        }
    }

    public func usage() async -> ImageCacheUsage {
        do {
            return try await onUsage.answer(to: ())
        } catch {
            return ImageCacheUsage()  // A cache cannot fail: a scripted error means that nothing is known.
        }
    }

    private func record(_ method: MockMethod<Void, Void>) async {
        do {
            try await method.answer(to: ())
        } catch {
            // A cache cannot fail: a scripted error means the same as none.
        }
    }
}
