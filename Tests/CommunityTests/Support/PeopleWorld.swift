import Cloud
import Community
import Core
import Database
import Foundation
import Lantern
import Mocks
import Testing

/// A whole app of the community with a disk in memory: Ann, Ben and Cleo, of whom Ann is logged in.
///
/// Ben follows Ann, and Cleo follows Ben.
struct PeopleWorld {
    let world: CommunityWorld
    let files: InMemoryFileSystem
    let services: AppServices
    let people: CommunityPeople

    static func start() async throws -> PeopleWorld {
        let world = try CommunityWorld()
        world.server.changePeople { people in
            people.members = [
                "id-ann": .init(nick: "ann", phone: "01011112222"), "id-ben": .init(nick: "ben", following: ["id-ann"]),
                "id-cleo": .init(nick: "cleo", following: ["id-ben"]),
            ]
        }
        try await world.signIn()
        return try await PeopleWorld(world, InMemoryFileSystem())
    }

    private init(_ world: CommunityWorld, _ files: InMemoryFileSystem) async throws {
        (self.world, self.files) = (world, files)
        world.register()
        Dependency.register((any FileSystem).self) { files }
        let kinds = PeopleKinds(world.configuration)
        var configuration = AppServices.Configuration()
        configuration.ownKinds = kinds.all
        var backend = Backend(SiteProfile(site: .community, defaultSort: nil))
        backend.session = world.sessions
        services = try await AppServices.start(in: "/app", backends: [backend], configuration: configuration) {
            Dependency.register((any NetworkPathProvider).self) { ManualNetworkPathProvider(NetworkPath(.ethernet)) }
        }
        let people = CommunityPeople(world.configuration, api: world.api, sessions: world.sessions, kinds: kinds)
        Dependency.register(CommunityPeople.self) { people }
        self.people = people
    }

    /// The same device after a relaunch.
    func relaunched() async throws -> PeopleWorld {
        try await services.finish()
        return try await PeopleWorld(try world.relaunched(), files)
    }

    var server: CommunityServer { world.server }
    var clock: ManualClock { world.server.clock }
    var outbox: ObservableValue<OutboxState> { Dependency.resolve((any WritingProvider).self).outbox }

    /// Waits until nothing is unsent.
    func settled() async { await outbox.first { $0.items.isEmpty } }

    /// Waits until an item is where it is wanted, and returns it.
    func item(_ isWanted: @Sendable (OutboxItem) -> Bool) async -> OutboxItem? {
        await outbox.first { $0.items.contains(where: isWanted) }
        return outbox.value.items.first(where: isWanted)
    }

    /// The requests that change something of people, as method and path.
    var written: [String] {
        server.seen.filter { $0.method != "GET" && !$0.path.hasSuffix("/login") }
            .map { "\($0.method) \($0.path.dropFirst("/v1/".count))" }
    }

    /// What is stored of a person.
    func shown(_ user: String? = nil) async throws -> ShownPerson? { try await people.person(user, .stored).person }
}
