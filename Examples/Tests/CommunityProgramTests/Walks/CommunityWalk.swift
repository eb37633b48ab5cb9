import CommunityServer
import TestSupport
import Testing

@testable import AppScreens
@testable import CommunityKit
@testable import CommunityScreens

/// A walk through the actions of a screen of the community.
struct CommunityWalk: Sendable, CustomTestStringConvertible {
    typealias Person = CommunityServer.DemoPerson
    typealias Body =
        @MainActor @Sendable (DrivenCommunity, CommunityFixture) async throws -> ActionWalk<CommunityContext>

    /// A screen from which a walk begins.
    enum Beginning: Sendable {
        /// That of ann, who is signed in.
        case home
        /// That of nobody.
        case start
        /// The same, told in lines.
        case plainStart
        /// That which is there until it is known who is signed in.
        case launch
    }

    /// The state that it is in.
    let testDescription: String
    /// The name of its type.
    let screen: String
    /// The name of the list of actions that it does all of; nil for what has but a part of one.
    let list: String?
    /// The screen from which it begins.
    let beginning: Beginning
    /// Prepares the server and the store.
    let prepare: @Sendable (CommunityFixture) async throws -> Void
    /// Changes what is wired.
    let wire: @MainActor @Sendable (CommunitySession) -> Void
    /// Opens the screen, and does all that it lists.
    let body: Body

    init(
        _ name: String, on screen: String, all list: String? = nil, from beginning: Beginning = .home,
        wire: @escaping @MainActor @Sendable (CommunitySession) -> Void = { _ in },
        prepare: @escaping @Sendable (CommunityFixture) async throws -> Void = { _ in }, body: @escaping Body
    ) {
        (testDescription, self.screen, self.list, self.beginning) = (name, screen, list, beginning)
        (self.wire, self.prepare, self.body) = (wire, prepare, body)
    }

    /// All walks.
    static let all = posts + people + writing + others
}
