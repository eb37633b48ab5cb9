import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(1)))
struct AsyncImageViewModelTests {
    let provider = TestInjector.mocks.imageProvider
    let link = ResourceLink("/cat.png")
    let image = AsyncImageViewModel(link: ResourceLink("/cat.png"))

    @Test func noLinkIsAnEmptyImage() async {
        let image = AsyncImageViewModel(link: nil)
        await image.load()
        #expect(image.state.value == .empty)
        #expect(provider.onImage.calls.isEmpty)
    }

    @Test func loadsOnceAndKeepsTheImage() async {
        #expect(image.state.value == .idle)
        provider.onImage.returns(Data([1]))
        await image.load()
        await image.load()
        #expect(image.state.value == .loaded(Data([1])))
        #expect(provider.onImage.calls == [link])
    }

    @Test func aFailureCanBeTriedAgain() async {
        provider.onImage.fails(with: DataError(.offline))
        await image.load()
        #expect(image.state.value == .failed(DataError(.offline)))
        provider.onImage.returns(Data([1]))
        await image.load()
        #expect(image.state.value == .loaded(Data([1])))
    }

    @Test func cancellationIsNoFailure() async throws {
        let held = provider.onImage.holds()
        let load = Task { await image.load() }
        try await held.arrival()
        #expect(image.state.value == .loading)
        load.cancel()
        await load.value
        #expect(image.state.value == .idle)
    }

    @Test func aLateImageOfAnEarlierLinkIsVoid() async throws {
        // Given a row that is used again while its image is on its way
        let held = provider.onImage.holds()
        async let load: Void = image.load()
        try await held.arrival()
        image.show(ResourceLink("/dog.png"))
        // When
        held.release(returning: Data([1]))
        await load
        // Then
        #expect(image.state.value == .idle)
        provider.onImage.returns(Data([2]))
        await image.load()
        #expect(image.state.value == .loaded(Data([2])))
        #expect(provider.onImage.calls == [link, ResourceLink("/dog.png")])
        image.show(nil)
        #expect(image.state.value == .empty)
    }

    @Test func showingTheSameLinkKeepsTheImage() async {
        provider.onImage.returns(Data([1]))
        await image.load()
        image.show(link)
        #expect(image.state.value == .loaded(Data([1])))
    }
}
