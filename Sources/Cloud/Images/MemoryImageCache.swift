public import Core
public import Foundation
import Synchronization

/// An image cache in memory, limited in bytes, that evicts the least recently used images first.
///
/// Reading counts as a use. The size of an entry is that of its bytes. An image larger than the whole bound is not
/// kept, and an older one under the same link is deleted, since it is out of date.
///
/// - Complexity: O(1) for a read and a write, plus O(1) for each image that has to go.
public final class MemoryImageCache: ImageCacheProvider {
    private struct State: Sendable {
        var images = RecencyList<ResourceLink, Data>()
        /// The number of times that all images were deleted.
        var clearCount = 0
    }

    /// The size limit in bytes, 64 MB (67 108 864) by default.
    package let maximumBytes: Int

    private let state = Mutex(State())

    /// Creates an empty cache.
    ///
    /// - Parameter maximumBytes: The maximum of bytes that are kept; zero keeps nothing.
    public init(maximumBytes: Int = 64 << 20) {
        self.maximumBytes = max(0, maximumBytes)
    }

    /// The number of bytes in the cache.
    package var byteCount: Int { state.withLock { $0.images.cost } }

    /// The number of images in the cache.
    package var count: Int { state.withLock { $0.images.count } }

    public func image(for link: ResourceLink) async -> Data? {
        state.withLock { $0.images.use(link) }
    }

    public func store(_ data: Data, for link: ResourceLink) async {
        state.withLock { state in
            state.images.remove(link)
            guard data.count <= maximumBytes else { return }
            state.images.insert(data, cost: data.count, for: link)
            state.images.trim(to: maximumBytes)
        }
    }

    public func removeAll() async {
        state.withLock { state in
            state.images = RecencyList()
            state.clearCount += 1
        }
    }

    /// Evicts the least recently used images until no more than a part of the bytes is left.
    ///
    /// - Parameter fraction: How much of ``byteCount`` may stay: 0 keeps nothing, 1 everything.
    /// - Complexity: O(*n*) in the images that go.
    package func trim(toFraction fraction: Double) {
        // Not a number is no wish to keep anything.
        let fraction = fraction > 0 ? min(1, fraction) : 0
        state.withLock { state in
            state.images.trim(to: min(state.images.cost, Int(Double(state.images.cost) * fraction)))
        }
    }
}

extension MemoryImageCache {
    // MARK: In front of a disk

    /// The number of times that all images were deleted: to be taken before the disk is read, for
    /// ``fill(_:for:since:)``.
    var clearCount: Int { state.withLock { $0.clearCount } }

    /// Stores what was read from the disk, unless all was deleted meanwhile, or something newer was stored.
    func fill(_ data: Data, for link: ResourceLink, since clearCount: Int) {
        state.withLock { state in
            guard state.clearCount == clearCount, state.images.value(for: link) == nil, data.count <= maximumBytes
            else {
                return
            }
            state.images.insert(data, cost: data.count, for: link)
            state.images.trim(to: maximumBytes)
        }
    }
}
