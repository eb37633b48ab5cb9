import Cloud
import CommandKit
import Core
import Database
import Foundation
import Lantern

/// The wiring of the reader: Lantern's one call, with requests that keep to the command's time.
enum Injector {
    /// Registers everything, once, before the first view model is made.
    ///
    /// - Parameters:
    ///   - settings: The values of the command line.
    ///   - store: The database.
    ///   - backends: The backends.
    ///   - isUsed: Whether the command may use the network.
    /// - Returns: The services, to be finished at the end.
    /// - Throws: The reason why the settings in the store cannot be read.
    static func start(
        _ settings: ReaderSettings, _ store: JSONStore, _ backends: [Backend], isUsed: Bool
    ) throws -> AppServices {
        var configuration = AppServices.Configuration(
            userAgent: settings.userAgent, timeout: settings.timeout, isOffline: !isUsed)
        // A command does what it was asked for, and ends.
        configuration.keepsMediaCurrent = false
        configuration.sendsWrites = settings.sendsWrites
        // The accounts that a command was asked for send, and no others; and what it queues is there until it sends it.
        configuration.sendsUnasked = settings.sendsUnasked
        configuration.scheduler = settings.timer
        configuration.pictureFolder = settings.pictureFolder
        if settings.base == nil, settings.chain.contains(.redditFeed) {
            configuration.requestPolicies = [BackendName.redditFeed.base: .redditFeed]
        }
        return try AppServices.start(store, in: settings.directory, backends: backends, configuration: configuration) {
            let timeout = settings.timeout
            RequestLimits.register(timeout, eachRequest: settings.limitsEachRequest)
            if settings.isLoopback { RequestLimits.registerLoopback() }
            Dependency.register((any OnlineMediaProvider).self) {
                DownloadingMediaProvider(
                    downloader: Downloader(userAgent: settings.userAgent),
                    governor: Dependency.resolve(RateGovernor.self),
                    configuration: DownloadingMediaProvider.Configuration(
                        retry: Dependency.resolve(RetryPolicy.self, default: RetryPolicy()), silence: timeout,
                        patience: timeout))
            }
        }
    }
}
