public import Core
public import Foundation
import Synchronization

/// Keeps images in memory, bounded in bytes; what was used least recently goes first.
///
/// Reading counts as a use. The size of an entry is that of its bytes. An image larger than the whole bound is not
/// kept, and an older one under the same link is let go, since it is out of date.
///
/// - Complexity: O(1) for a read and a write, plus O(1) for each image that has to go.
public final class MemoryImageCache: ImageCacheProvider {
    private struct State: Sendable {
        var images = RecencyList<ResourceLink, Data>()
        /// Grows whenever everything is let go.
        var epoch = 0
    }

    /// How many bytes are kept at most, 64 MB (67 108 864) by default.
    public let maximumBytes: Int

    private let state = Mutex(State())

    /// Creates an empty cache.
    ///
    /// - Parameter maximumBytes: How many bytes are kept at most; zero keeps nothing.
    public init(maximumBytes: Int = 64 << 20) {
        self.maximumBytes = max(0, maximumBytes)
    }

    /// How many bytes are kept now.
    public var byteCount: Int { state.withLock { $0.images.cost } }

    /// How many images are kept now.
    public var count: Int { state.withLock { $0.images.count } }

    /// The stored bytes of an image, which becomes the most recently used one.
    ///
    /// - Parameter link: The link that the image was stored under.
    /// - Returns: The bytes, or `nil` when they are not there.
    public func image(for link: ResourceLink) async -> Data? {
        state.withLock { $0.images.use(link) }
    }

    /// Stores the bytes of an image, and lets the least recently used ones go until all fits.
    ///
    /// - Parameters:
    ///   - data: The whole image file.
    ///   - link: The link to find it by.
    public func store(_ data: Data, for link: ResourceLink) async {
        state.withLock { state in
            state.images.remove(link)
            guard data.count <= maximumBytes else { return }
            state.images.insert(data, cost: data.count, for: link)
            state.images.trim(to: maximumBytes)
        }
    }

    /// Lets go of everything.
    public func removeAll() async {
        state.withLock { state in
            state.images = RecencyList()
            state.epoch += 1
        }
    }

    /// Lets go of the least recently used images until a part of what is kept now is left, or less.
    ///
    /// - Parameter fraction: How much of ``byteCount`` may stay: 0 keeps nothing, 1 everything.
    /// - Complexity: O(*n*) in the images that go.
    public func trim(toFraction fraction: Double) {
        // Not a number is no wish to keep anything.
        let fraction = fraction > 0 ? min(1, fraction) : 0
        state.withLock { state in
            state.images.trim(to: min(state.images.cost, Int(Double(state.images.cost) * fraction)))
        }
    }
}

extension MemoryImageCache {
    // MARK: In front of a disk

    /// To be taken before the disk is read, and given to ``fill(_:for:since:)``.
    var epoch: Int { state.withLock { $0.epoch } }

    /// Stores what was read from the disk, unless all was let go meanwhile, or something newer was stored.
    func fill(_ data: Data, for link: ResourceLink, since epoch: Int) {
        state.withLock { state in
            guard state.epoch == epoch, state.images.value(for: link) == nil, data.count <= maximumBytes else { return }
            state.images.insert(data, cost: data.count, for: link)
            state.images.trim(to: maximumBytes)
        }
    }
}
