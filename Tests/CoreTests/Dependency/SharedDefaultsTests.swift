import Core
import Synchronization
import Testing

private protocol Notebook: AnyObject, Sendable {
    var owner: String { get }
}

private final class Pad: Notebook {
    let owner: String
    init(_ owner: String = "nobody") { self.owner = owner }
}

private final class Printer: Sendable {
    private let made = Mutex(0)
    var count: Int { made.withLock { $0 } }

    func pad() -> any Notebook {
        made.withLock { $0 += 1 }
        return Pad()
    }
}

private struct Owner: Sendable {
    let name: String
}

/// What is not registered is one default of its container.
@Suite(.timeLimit(.minutes(5)))
struct SharedDefaultsTests {
    private let container = DependencyContainer()

    private func notebook(
        _ container: DependencyContainer, made: @autoclosure () -> any Notebook = Pad()
    ) -> any Notebook {
        Dependency.withContainer(container) { Dependency.resolve((any Notebook).self, default: made()) }
    }

    @Test func everyConsumerOfAContainerSharesOneDefault() {
        #expect(notebook(container, made: Pad("first")) === notebook(container, made: Pad("second")))
        #expect(notebook(container).owner == "first")
    }

    @Test func twoContainersHaveADefaultEach() {
        #expect(notebook(container) !== notebook(DependencyContainer()))
    }

    @Test func aContainerSharesTheDefaultOfItsParentWhoeverAsksFirst() {
        let (one, other) = (DependencyContainer(parent: container), DependencyContainer(parent: container))
        let first = notebook(one)
        #expect(first === notebook(container))
        #expect(first === notebook(other))
        #expect(first === notebook(DependencyContainer(parent: one)))
    }

    @Test func aLaterRegistrationTakesTheDefaultsPlace() throws {
        let child = DependencyContainer(parent: container)
        let kept = notebook(child)
        container.register((any Notebook).self) { Pad("registered") }
        #expect(notebook(container).owner == "registered" && notebook(child).owner == "registered")
        container.unregisterAll()
        #expect(notebook(container) !== kept, "forgotten when it was replaced")
    }

    @Test func anOverrideOfAChildIsItsOwn() {
        let child = DependencyContainer(parent: container)
        let kept = notebook(container)
        child.register((any Notebook).self) { Pad("child") }
        #expect(notebook(child).owner == "child")
        #expect(notebook(container) === kept)
    }

    @Test func unregisteringForgetsTheDefaultToo() {
        let kept = notebook(container)
        container.unregisterAll()
        #expect(notebook(container) !== kept)
    }

    @Test func aDefaultIsNoRegistration() {
        _ = notebook(container)
        #expect(!container.isRegistered((any Notebook).self))
        #expect(throws: DependencyError.self) { try container.resolve((any Notebook).self) }
    }

    @Test func aDefaultIsMadeFromTheRegistrationsOfTheContainerThatKeepsIt() {
        let child = DependencyContainer(parent: container)
        container.register(Owner.self) { Owner(name: "parent") }
        child.register(Owner.self) { Owner(name: "child") }
        #expect(notebook(child, made: Pad(Dependency.resolve(Owner.self).name)).owner == "parent")
    }

    @Test func aDefaultIsMadeOnceHoweverManyTasksAsk() async {
        let printer = Printer()
        let container = container
        let all = await withTaskGroup(of: ObjectIdentifier.self, returning: Set<ObjectIdentifier>.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    Dependency.withContainer(container) {
                        ObjectIdentifier(Dependency.resolve((any Notebook).self, default: printer.pad()))
                    }
                }
            }
            var all: Set<ObjectIdentifier> = []
            for await one in group { all.insert(one) }
            return all
        }
        #expect(all.count == 1)
        #expect(printer.count == 1)
    }
}
