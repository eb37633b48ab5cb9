import Community
import CommunityServer
import Core
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AppScreens
@testable import CommunityKit
@testable import CommunityScreens

/// Accounts of nobody, of which something cannot be read at first.
private final class UnreadableAccounts: AccountProvider {
    /// Something that cannot be read at first.
    final class Failure: Sendable {
        private let isOver: Mutex<Bool>

        init(isThere: Bool) {
            isOver = Mutex(!isThere)
        }

        func check() throws {
            let isNow = isOver.withLock { isOver in
                defer { isOver = true }
                return !isOver
            }
            if isNow { throw DataError(.noSpace) }
        }
    }

    /// Notes of nothing.
    struct Notes: StateStore {
        let failure: Failure

        func value(_ name: String) async throws -> Data? {
            try failure.check()
            return nil
        }

        func set(_ value: Data?, for name: String) async throws {}
    }

    let state = ObservableValue(SessionState.signedOut)
    let accounts = ObservableValue(SiteAccounts())
    let notes: Notes
    private let failure: Failure

    /// Creates accounts that cannot be read themselves, or whose notes cannot be.
    init(areKnown: Bool) {
        failure = Failure(isThere: !areKnown)
        notes = Notes(failure: Failure(isThere: areKnown))
    }

    /// Has screens use them.
    @MainActor
    func register(_ session: CommunitySession) {
        let api = session.services.api
        Dependency.register(CommunityAccounts.self) { [self] in
            CommunityAccounts(api: api, sessions: self, notes: notes)
        }
    }

    func restore() async throws { try failure.check() }
    func signInURL() async throws -> URL { throw DataError(.offline) }
    func finishSignIn(redirect: URL) async throws {}
    func use(_ account: SignedInAccount.ID?) async throws {}
    func confirm(with fields: [SignInField.Name: Secret]) async throws {}
    func confirm(redirect: URL) async throws {}
    func signOut() async throws -> Revocation { .unneeded }
    func signOut(of account: SignedInAccount.ID) async throws -> Revocation { .unneeded }
}

/// The account, the menu, and what all programs have.
extension CommunityWalk {
    static let others = [
        CommunityWalk(
            "the launch", on: "LaunchScreen", from: .launch,
            wire: { UnreadableAccounts(areKnown: false).register($0) },
            body: { community, fixture in
                try await community.see { $0.text.contains("\n! ") }
                var walk = ActionWalk(community, on: fixture)
                try await walk.perform(.refresh)
                #expect(community.stack.current is StartScreen)
                return walk
            }
        ),
        CommunityWalk(
            "the start", on: "StartScreen", from: .start,
            wire: { UnreadableAccounts(areKnown: true).register($0) },
            body: { community, fixture in
                try await community.see { $0.text.contains("\n! ") }
                var walk = ActionWalk(community, on: fixture)
                try await walk.perform(.refresh, .down, .up, .bottom, .top, .pageDown, .pageUp, .open)
                return walk
            }
        ),
        CommunityWalk("a form", on: "FormScreen", from: .start) { community, fixture in
            community.perform(.open)
            try await community.see { $0.text.contains("[ Log in ]") }
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.back)
            return walk
        },
        CommunityWalk("a form in lines", on: "FormScreen", from: .plainStart) { community, fixture in
            community.perform(.open)
            try await community.see { $0.text.contains("Log in, button") }
            var walk = ActionWalk(community, on: fixture)
            // To the next field, and back to the start.
            try await walk.perform(.open, .back)
            return walk
        },
        CommunityWalk("the menu", on: "MenuScreen") { community, fixture in
            community.perform(.menu)
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .outbox)
            for action in [CommunityAction.menu, .open] {
                try await walk.perform(action)
                #expect(community.stack.above.isEmpty)
                community.perform(.menu)
                walk = walk.continued(on: community.stack.current)
            }
            try await walk.perform(.back)
            return walk
        },
        CommunityWalk("settings", on: "SettingsScreen", all: "inItems") { community, fixture in
            try await community.go(to: "Settings")
            try await community.see { $0.text.contains("Nickname: ann") }
            await community.settle()
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .refresh, .open, .outbox, .menu)
            try await walk.perform(.back)
            return walk
        },
        CommunityWalk("a choice", on: "ChoiceScreen", all: "inChoice") { community, fixture in
            community.perform(.category)
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .open)
            community.perform(.category)
            walk = walk.continued(on: community.stack.current)
            try await walk.perform(.back)
            return walk
        },
        CommunityWalk("the keys", on: "HelpScreen", all: "inHelp") { community, fixture in
            community.perform(.help)
            // So that there is more than a page.
            community.resize(columns: 80, rows: 10)
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .back)
            return walk
        },
    ]
}
