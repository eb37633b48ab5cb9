import Cloud
import Core
import Database
import DemoServer
import Foundation
import PostFeatures

/// Where this app names concrete types: the one place that does.
///
/// An app's own injector looks like ``register()``. View models then find what they need through `Dependency`, and a
/// test registers something else.
struct Injector: Sendable {
    let options: ReaderSettings
    let store: JSONStore
    /// Where requests go.
    let base: URL

    /// Registers everything, once, before the first view model is made.
    func register() {
        let (options, store, base) = (options, store, base)
        let time = SystemTimeProvider()

        Dependency.register((any TimeProvider).self) { time }
        Dependency.register((any OfflinePostProvider).self) { DatabasePostProvider(store: store) }
        Dependency.register((any EndpointProvider).self) { try RedditEndpointProvider(baseURL: base) }
        Dependency.register((any RequestProvider).self) {
            DeadlineRequestProvider(
                NetworkRequestProvider(
                    configuration: NetworkRequestProvider.Configuration(
                        timeout: options.timeout, userAgent: options.userAgent),
                    time: time),
                after: options.timeout, time: time)
        }
        Dependency.register((any OnlinePostProvider).self) {
            RedditOnlinePostProvider(
                site: options.backend.site,
                endpoints: Dependency.resolve((any EndpointProvider).self),
                requests: Dependency.resolve((any RequestProvider).self))
        }
        Dependency.register((any OnlineCommentProvider).self) {
            RedditOnlineCommentProvider(
                site: options.backend.site,
                endpoints: Dependency.resolve((any EndpointProvider).self),
                requests: Dependency.resolve((any RequestProvider).self))
        }
        Dependency.register((any CommentProvider).self) {
            DefaultCommentProvider(
                offline: Dependency.resolve((any OfflinePostProvider).self),
                online: options.isOffline ? nil : Dependency.resolve((any OnlineCommentProvider).self))
        }
        Dependency.register((any ImageCacheProvider).self) { MemoryImageCache() }
        // One for the whole app, so that two views of one picture share its download.
        Dependency.register((any ImageProvider).self) { ImageLoader() }
        Dependency.register((any PictureGallery).self) { FolderPictureGallery(folder: options.pictureFolder) }
        Dependency.register((any StateStore).self) { FileStateStore(directory: "\(options.directory)/state") }
        Dependency.register((any PostProvider).self) {
            DefaultPostProvider(
                offline: Dependency.resolve((any OfflinePostProvider).self),
                // Offline there is no cloud at all, so nothing can touch the network by mistake.
                online: options.isOffline ? nil : Dependency.resolve((any OnlinePostProvider).self),
                time: time)
        }
    }
}
