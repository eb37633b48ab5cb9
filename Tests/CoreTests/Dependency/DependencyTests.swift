import Core
import Synchronization
import Testing

private protocol Lamp: Sendable {
    var name: String { get }
}

private final class OilLamp: Lamp {
    let name: String
    init(name: String = "oil") { self.name = name }
}

private final class Shelf: Sendable {
    let lamp: any Lamp
    init(lamp: any Lamp) { self.lamp = lamp }
}

struct DependencyTests {
    private let container = DependencyContainer()

    @Test func aSingletonIsMadeOnceAndATransientEachTime() throws {
        container.register((any Lamp).self) { OilLamp() }
        container.register(Shelf.self, scope: .transient) { Shelf(lamp: OilLamp()) }

        let first = try #require(try container.resolve((any Lamp).self) as? OilLamp)
        let second = try #require(try container.resolve((any Lamp).self) as? OilLamp)
        #expect(first === second)
        let shelves = [try container.resolve(Shelf.self), try container.resolve(Shelf.self)]
        #expect(shelves[0] !== shelves[1])
    }

    @Test func aFactoryResolvesWhatItNeeds() throws {
        container.register((any Lamp).self) { OilLamp(name: "brass") }
        container.register(Shelf.self) { Shelf(lamp: Dependency.resolve((any Lamp).self)) }
        #expect(try container.resolve(Shelf.self).lamp.name == "brass")
    }

    @Test func aLaterRegistrationReplacesAnEarlierOneAndItsSingleton() throws {
        container.register((any Lamp).self) { OilLamp(name: "old") }
        _ = try container.resolve((any Lamp).self)
        container.register((any Lamp).self) { OilLamp(name: "new") }
        #expect(try container.resolve((any Lamp).self).name == "new")
    }

    @Test func aMissingRegistrationNamesTheTypeTheCallTheChainAndTwoFixes() throws {
        container.register(Shelf.self) { try Shelf(lamp: Dependency.resolveOrThrow((any Lamp).self)) }

        let error = try #require(throws: DependencyError.self) { try container.resolve(Shelf.self) }
        let message = error.description
        #expect(message.contains("Lamp"))
        #expect(message.contains("CoreTests/DependencyTests.swift:"))
        #expect(message.contains("Shelf → "))
        #expect(message.contains("Dependency.register((any "))
        #expect(
            !message.contains("any any") && !message.contains("any CoreTests.DependencyTests.(unknown context).Shelf"))
        #expect(message.contains("TestInjector"))
    }

    @Test func aTypeOfTheSameNameInAnotherPlaceIsAnotherType() throws {
        enum Here { struct Thing: Sendable { let value = "here" } }
        enum There { struct Thing: Sendable { let value = "there" } }
        container.register(Here.Thing.self) { Here.Thing() }
        container.register(There.Thing.self) { There.Thing() }
        #expect(try container.resolve(Here.Thing.self).value == "here")
        #expect(try container.resolve(There.Thing.self).value == "there")
    }

    @Test func aCircleIsAnErrorThatShowsTheWay() throws {
        container.register((any Lamp).self) { [container] in try container.resolve(Shelf.self).lamp }
        container.register(Shelf.self) { [container] in Shelf(lamp: try container.resolve((any Lamp).self)) }

        let error = try #require(throws: DependencyError.self) { try container.resolve(Shelf.self) }
        #expect(error.description.contains("needs itself"))
        #expect(error.description.contains("Shelf → "))
    }

    @Test func aFactoryThatThrewIsTriedAgain() throws {
        struct NoOil: Error {}
        let attempts = Mutex(0)
        container.register((any Lamp).self) {
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt == 1 { throw NoOil() }
            return OilLamp()
        }
        let error = try #require(throws: DependencyError.self) { try container.resolve((any Lamp).self) }
        guard case .failed(_, _, let underlying) = error else {
            Issue.record("It is \(error)")
            return
        }
        #expect(underlying is NoOil)
        #expect(try container.resolve((any Lamp).self).name == "oil")
    }

    @Test func unregisteringForgetsEverything() {
        container.register((any Lamp).self) { OilLamp() }
        container.unregisterAll()
        #expect(throws: DependencyError.self) { try container.resolve((any Lamp).self) }
    }

    @Test func anOverrideIsSeenInItsTaskAndItsChildrenOnly() async throws {
        let child = DependencyContainer(parent: container)
        container.register((any Lamp).self) { OilLamp(name: "outer") }
        container.register(Shelf.self) { Shelf(lamp: Dependency.resolve((any Lamp).self)) }
        child.register((any Lamp).self) { OilLamp(name: "inner") }

        await Dependency.withContainer(child) {
            #expect(Dependency.resolve((any Lamp).self).name == "inner")
            async let name = Dependency.resolve((any Lamp).self).name
            #expect(await name == "inner")
            // A singleton of the parent is shared, so it must not be made from somebody's override.
            #expect(Dependency.resolve(Shelf.self).lamp.name == "outer")
        }
        #expect(try container.resolve((any Lamp).self).name == "outer")
    }

    @Test func aDefaultIsUsedOnlyWhereNothingIsRegistered() {
        let child = DependencyContainer(parent: container)
        Dependency.withContainer(child) {
            #expect(Dependency.resolve((any Lamp).self, default: OilLamp(name: "default")).name == "default")
            container.register((any Lamp).self) { OilLamp(name: "registered") }
            #expect(Dependency.resolve((any Lamp).self, default: OilLamp(name: "default")).name == "registered")
        }
    }

    @Test func resolvingAMissingTypeStopsTheProgramWithTheMessage() async {
        await #expect(processExitsWith: .failure) {
            struct Nowhere: Sendable {}
            _ = Dependency.resolve(Nowhere.self)
        }
    }
}
