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
    package let isPlain: Bool
    package let relay = ScreenRelay<CommunityAction>()
    /// The lines that were typed and could not be stored, by where they were typed; they are there when one comes back.
    let typed = TypedLines()
    /// The texts of the community.
    let texts: CommunityFormat
    /// The configuration, with the server's categories.
    let configuration: CommunityConfiguration
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
    ///   - isPlain: Whether the screens are told in lines; false by default.
    ///   - viewer: Gives the account in use; nil for nobody.
    ///   - entry: Gives the name and the text of an item of the outbox.
    package init(
        format: PostFormat, keys: KeyTable<CommunityAction>, queue: EventQueue, isOffline: Bool,
        isPlain: Bool = false,
        viewer: @escaping () -> AccountKey?,
        entry: @escaping (OutboxItem) -> (name: String, text: String?)
    ) {
        self.format = format
        self.keys = keys
        self.queue = queue
        self.isOffline = isOffline
        self.isPlain = isPlain
        self.entry = entry
        texts = CommunityFormat(language: format.language)
        self.viewer = viewer
        configuration = Dependency.resolve(CommunityConfiguration.self)
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    }

    /// The account in use; nil for nobody.
    var account: AccountKey? { viewer() }

    package func message(for error: DataError) -> String { ownMessage(for: error) ?? texts.message(for: error) }
    package func words(for item: OutboxItem) -> (name: String, text: String?) { entry(item) }

    package func name(of account: AccountKey) async -> String? {
        guard let id = account.name, Dependency.current.isRegistered(CommunityPeople.self) else { return nil }
        // Where nobody can tell, the person stays unnamed.
        return try? await Dependency.resolve(CommunityPeople.self).person(id).person?.person.nick
    }

    /// The name of a field's line among those that were typed; what one person has typed is nobody else's.
    func name(ofLine field: String) -> String { "\(account.map { "\($0)" } ?? "")|\(field)" }

    /// The name of a category by its id; of all of them for nil.
    func name(ofCategory id: String?) -> String {
        guard let id else { return text(.allCategories) }
        return configuration.categories.first { $0.id == id }.map(texts.name(of:)) ?? id
    }

    /// How long ago something was; nothing where that is not known.
    func age(_ date: Date?) -> String? { date.map { texts.relativeDate($0, now: now) } }
}

/// The lines that were typed into fields and could not be stored, while the program runs.
@MainActor
final class TypedLines {
    private var lines: [String: String] = [:]

    /// Forgets all of them.
    func removeAll() { lines = [:] }

    /// The line of a field, by a name of the field; nil for none, and for an empty one.
    subscript(name: String) -> String? {
        get { lines[name] }
        set { lines[name] = newValue?.isEmpty == true ? nil : newValue }
    }
}
