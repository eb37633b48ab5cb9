package import AppScreens
import Community
package import Core
import Foundation
package import PostFeatures
package import ScreenKit

/// The things that all screens of the community share.
@MainActor
package struct CommunityContext: ScreenContext {
    package let format: PostFormat
    package let keys: KeyTable<CommunityAction>
    package let time: any TimeProvider
    package let queue: EventQueue
    package let isOffline: Bool
    package let relay = ScreenRelay<CommunityAction>()
    /// The texts of the community.
    let texts: CommunityFormat
    /// The server's categories, and the links of its files.
    let configuration: CommunityConfiguration
    /// The address of the server, without a slash at its end.
    private let root: String
    private let viewer: () -> AccountKey?
    /// Describes an item of the outbox.
    private let entry: (OutboxItem) -> (name: String, text: String?)

    /// Creates what screens share; resolves the registered services of the community.
    ///
    /// - Parameters:
    ///   - format: The language.
    ///   - keys: The keys.
    ///   - queue: Where changes are told.
    ///   - isOffline: Whether the network is off for this run.
    ///   - root: The address of the server, without a slash at its end.
    ///   - viewer: Gives the account in use; nil for nobody.
    ///   - entry: Gives the name and the text of an item of the outbox.
    package init(
        format: PostFormat, keys: KeyTable<CommunityAction>, queue: EventQueue, isOffline: Bool,
        root: String, viewer: @escaping () -> AccountKey?,
        entry: @escaping (OutboxItem) -> (name: String, text: String?)
    ) {
        self.format = format
        self.keys = keys
        self.queue = queue
        self.isOffline = isOffline
        self.entry = entry
        texts = CommunityFormat(language: format.language)
        self.viewer = viewer
        self.root = root
        configuration = Dependency.resolve(CommunityConfiguration.self)
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    }

    /// The account in use; nil for nobody.
    var account: AccountKey? { viewer() }

    package func message(for error: DataError) -> String { texts.message(for: error) }
    package func words(for item: OutboxItem) -> (name: String, text: String?) { entry(item) }

    /// The name of a category by its id; of all of them for nil.
    func name(ofCategory id: String?) -> String {
        guard let id else { return text(.allCategories) }
        return configuration.categories.first { $0.id == id }.map(texts.name(of:)) ?? id
    }

    /// How long ago something was; nothing where that is not known.
    func age(_ date: Date?) -> String? { date.map { texts.relativeDate($0, now: now) } }

    /// The address of a file of the server, as a person can open it.
    func link(to path: String) -> String {
        guard let link = configuration.link(to: path) else { return path }
        return link.isRelative ? root + link.text : link.text
    }
}
