package import Core
import Foundation
package import PostFeatures
package import ScreenKit

/// The things that all screens share: the language, the keys, the clock, and the queue that changes are told to.
@MainActor
package struct ReaderContext {
    let profile: SiteProfile
    let format: PostFormat
    let keys: KeyTable<ReaderAction>
    let time: any TimeProvider
    let queue: EventQueue
    /// Whether the network is off for this run.
    let isOffline: Bool

    /// Creates what screens share; resolves `TimeProvider` where it is registered.
    ///
    /// - Parameters:
    ///   - profile: The site whose posts are read.
    ///   - format: The language.
    ///   - keys: The keys.
    ///   - queue: Where changes are told.
    ///   - isOffline: Whether the network is off for this run.
    package init(
        profile: SiteProfile, format: PostFormat, keys: KeyTable<ReaderAction>, queue: EventQueue, isOffline: Bool
    ) {
        self.profile = profile
        self.format = format
        self.keys = keys
        self.queue = queue
        self.isOffline = isOffline
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    }

    var now: Date { time.now }

    /// Follows a value: each change is drawn.
    func follow<Value: Sendable>(_ value: ObservableValue<Value>) -> ObservationToken {
        value.observe { [queue] _ in queue.send(.changed) }
    }

    /// Does something beside the screen, which is drawn when it is done.
    func run(_ work: @escaping @MainActor () async -> Void) {
        Task { [queue] in
            await work()
            queue.send(.changed)
        }
    }

    /// The first key of an action, for a hint.
    func key(_ action: ReaderAction) -> String { keys.keys(of: action).first?.name ?? "" }

    func text(_ phrase: ScreenPhrase) -> String { format.text(phrase) }
}
