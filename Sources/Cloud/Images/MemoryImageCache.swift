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
    /// How many bytes are kept at most, 64 MB (67 108 864) by default.
    public let maximumBytes: Int

    private let state = Mutex(RecencyList())

    /// Creates an empty cache.
    ///
    /// - Parameter maximumBytes: How many bytes are kept at most; zero keeps nothing.
    public init(maximumBytes: Int = 64 << 20) {
        self.maximumBytes = max(0, maximumBytes)
    }

    /// How many bytes are kept now.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    /// How many images are kept now.
    public var count: Int { state.withLock { $0.count } }

    /// The stored bytes of an image, which becomes the most recently used one.
    ///
    /// - Parameter link: The link that the image was stored under.
    /// - Returns: The bytes, or `nil` when they are not there.
    public func image(for link: ResourceLink) async -> Data? {
        state.withLock { $0.use(link) }
    }

    /// Stores the bytes of an image, and lets the least recently used ones go until all fits.
    ///
    /// - Parameters:
    ///   - data: The whole image file.
    ///   - link: The link to find it by.
    public func store(_ data: Data, for link: ResourceLink) async {
        state.withLock { list in
            list.remove(link)
            guard data.count <= maximumBytes else { return }
            list.insert(data, for: link)
            list.trim(to: maximumBytes)
        }
    }

    /// Lets go of everything.
    public func removeAll() async {
        state.withLock { $0 = RecencyList() }
    }
}
